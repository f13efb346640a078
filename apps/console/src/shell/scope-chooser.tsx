import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { Button, Menu, MenuHeading, MenuItem, MenuSeparator } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { shellMessages } from '../messages/index.ts';
import { applicationsQuery, usePlatform } from '../platform/index.ts';
import { type Scope, useScope } from '../preferences/index.ts';
import styles from './shell.module.css';

/** Chooses the project and the namespace whose applications lists show. With one of each there is nothing to choose. */
export function ScopeChooser() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const [scope, setScope] = useScope();
  const apps = useQuery(applicationsQuery(client)).data?.applications ?? [];
  const projects = distinct([...apps.map(({ project }) => project), scope.project]);
  const namespaces = distinct([...apps.map(({ namespace }) => namespace), scope.namespace]);
  if (projects.length < 2 && namespaces.length < 2) return null;
  const projectName = (project: string): string => (project === '' ? t(shellMessages.noProject) : project);
  const shown = [
    scope.project === undefined ? t(shellMessages.allProjects) : projectName(scope.project),
    ...(scope.namespace === undefined ? [] : [scope.namespace]),
  ].join(' / ');
  const entry = (change: Partial<Scope>, isChosen: boolean, text: string) => (
    <MenuItem
      key={text}
      icon={isChosen ? <Check size={14} aria-hidden /> : <span className={styles.unchosen} />}
      onSelect={() => setScope(change)}
    >
      {text}
      {isChosen && <span className="visually-hidden"> ({t(shellMessages.chosen)})</span>}
    </MenuItem>
  );
  return (
    <Menu
      align="start"
      label={t(shellMessages.scope({ shown }))}
      trigger={
        <Button kind="ghost" className={styles.scope} aria-label={t(shellMessages.scope({ shown }))}>
          <span className="cut">{shown}</span>
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuHeading>{t(shellMessages.project)}</MenuHeading>
      {entry({ project: undefined }, scope.project === undefined, t(shellMessages.allProjects))}
      {projects.map((each) => entry({ project: each }, scope.project === each, projectName(each)))}
      <MenuSeparator />
      <MenuHeading>{t(shellMessages.namespace)}</MenuHeading>
      {entry({ namespace: undefined }, scope.namespace === undefined, t(shellMessages.allNamespaces))}
      {namespaces.map((each) => entry({ namespace: each }, scope.namespace === each, each))}
    </Menu>
  );
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

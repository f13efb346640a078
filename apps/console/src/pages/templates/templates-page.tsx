import type { ApplicationSummary } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import {
  Button,
  Code,
  Count,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Page,
  PageHead,
  Search,
  Skeleton,
  Tile,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { templatesMessages } from '../../messages/index.ts';
import { applicationPath, usePlatform } from '../../platform/index.ts';
import { templatesQuery } from './template-queries.ts';
import styles from './templates.module.css';
import { templatesSearchSchema } from './templates-search.ts';

export function TemplatesPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const templates = useQuery(templatesQuery(client));
  return (
    <Page title={t(templatesMessages.title)}>
      <PageHead
        title={t(templatesMessages.title)}
        beside={templates.data !== undefined && <Count value={templates.data.applications.length} />}
      />
      {templates.isError && <ErrorPanel error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <Skeleton rows={6} />}
      {templates.data?.applications.length === 0 && (
        <EmptyState icon={<Layers size={24} aria-hidden />} title={t(templatesMessages.none)}>
          <div className="stack">
            {t(templatesMessages.noneHelp)}
            <Code text={cliCommand('template', 'save', 'demo')} />
          </div>
        </EmptyState>
      )}
      {templates.data !== undefined && templates.data.applications.length > 0 && (
        <Gallery templates={templates.data.applications} />
      )}
    </Page>
  );
}

function Gallery({ templates }: { readonly templates: readonly ApplicationSummary[] }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { text = '' } = templatesSearchSchema.parse(useSearch({ strict: false }));
  const search = (next: string): void =>
    void navigate({ to: '/templates', search: next === '' ? {} : { text: next }, replace: true });
  const wanted = text.toLowerCase();
  const shown = templates.filter(({ name, alias, description, project }) =>
    `${name} ${alias} ${description} ${project}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className="wrap">
        <Search label={t(templatesMessages.filter)} value={text} onChange={(event) => search(event.target.value)} />
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={t(templatesMessages.noHits({ text }))}
          actions={<Button onClick={() => search('')}>{t(templatesMessages.clear)}</Button>}
        />
      )}
      <ul className={styles.gallery}>
        {shown.map(({ id, name, alias, description, version, project, namespace }) => (
          <li key={id}>
            <Link className={styles.card} to="/templates/$id" params={{ id: applicationPath({ id, name }, templates) }}>
              <span className="row">
                <Tile name={name} />
                <span className="two-lines">
                  <span className="strong cut">{alias === '' ? name : alias}</span>
                  <span className="small secondary cut">
                    {[version, project, namespace].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </span>
              <span className="secondary break">{description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { Button, CommandMenu, cliCommand, Health, IconButton, Tile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { AppTabs } from '../app/index.ts';
import styles from './canvas-page.module.css';
import { useEditor } from './editor-context.tsx';
import { countProblems } from './problems.ts';
import { NEW_APP } from './use-draft.ts';

interface EditorHeadProps {
  readonly path: string;
  readonly onSave: () => void;
  readonly isSaving: boolean;
  readonly onReview: () => void;
}

/** The application, its revision, and the way to its deployment. */
export function EditorHead({ path, onSave, isSaving, onReview }: EditorHeadProps) {
  const { t, sent } = useLanguage();
  const { app, document, draft, changes, problems, select, saveBlocker } = useEditor();
  const { errors } = countProblems(problems);
  const first = problems.find(({ problem }) => problem.severity === 'error')?.problem;
  const name = String(document.name ?? '') || t(editorMessages.newApp);
  return (
    <>
      <header className={styles.head}>
        <Tile name={name} />
        <h1 className="title cut">
          {path === NEW_APP ? (
            name
          ) : (
            <Link to="/apps/$app" params={{ app: path }}>
              {name}
            </Link>
          )}
        </h1>
        {app === undefined ? <Health state="NotDeployed" /> : <Health state={app.health.phase} />}
        {app?.serving !== undefined && (
          <span className="small secondary">
            {t(editorMessages.live)} r{app.serving.revision}
          </span>
        )}
        {draft.hasChanges && (
          <span className="small secondary">{t(editorMessages.draftChanges({ count: changes.count }))}</span>
        )}
        <span className="grow" />
        <CommandMenu commands={editorCommands(app?.name)} />
        <IconButton label={t(editorMessages.appSettings)} onClick={() => select({ kind: 'application' })}>
          <Settings2 size={16} aria-hidden />
        </IconButton>
        <Button
          busy={isSaving}
          disabledReason={saveBlocker ?? (draft.hasChanges ? undefined : t(editorMessages.nothingChanged))}
          onClick={onSave}
        >
          {t(editorMessages.save)}
        </Button>
        <Button
          kind="primary"
          disabledReason={
            first === undefined
              ? undefined
              : t(editorMessages.blockedBy({ problem: sent(first, 'message', first.message) }))
          }
          onClick={onReview}
        >
          {errors > 0 ? t(editorMessages.deployBlocked({ count: errors })) : t(editorMessages.deploy)}
        </Button>
      </header>
      {app !== undefined && <AppTabs app={app} path={path} />}
    </>
  );
}

/** What does the same in a terminal: a stored application is edited there, or its document is a file. */
function editorCommands(name: string | undefined): readonly string[] {
  if (name === undefined)
    return [cliCommand('init'), cliCommand('add', 'component'), cliCommand('validate', 'kubemin.yaml')];
  const file = `${name}.yaml`;
  return [
    cliCommand('edit', name),
    cliCommand('export', name, '--format', 'document', '-f', file),
    cliCommand('validate', file),
    cliCommand('diff', file),
    cliCommand('deploy', file),
  ];
}

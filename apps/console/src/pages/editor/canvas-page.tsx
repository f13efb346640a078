import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, ListPlus, Plus, Redo2, Spline, TriangleAlert, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { hasChanges } from '../../draft/index.ts';
import {
  Banner,
  Button,
  ErrorPanel,
  IconButton,
  Page,
  PanelBoundary,
  Segments,
  Skeleton,
  useErrorText,
  useHotkeys,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import styles from './canvas-page.module.css';
import { changeWord } from './component-view.tsx';
import { EditorDialogs, pastedComponents } from './dialogs.tsx';
import { EditorProvider, useEditor } from './editor-context.tsx';
import { EditorHead } from './editor-head.tsx';
import { canvasSearchSchema } from './editor-search.ts';
import { Inspector } from './inspector.tsx';
import { OpenedPage, type OpenedPageProps } from './opened-page.tsx';
import { Outline } from './outline.tsx';
import { countProblems, quickFix } from './problems.ts';
import { isConflict, NEW_APP, useDraft } from './use-draft.ts';

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }));
const CodeView = lazy(() => import('./code-view.tsx'));

const NARROW = 768;
const CLOSE_KEY = 'Escape';

export function CanvasPage() {
  return <OpenedPage content={Editor} />;
}

function Editor({ path, opened }: OpenedPageProps) {
  const draft = useDraft(opened);
  const { component } = canvasSearchSchema.parse(useSearch({ strict: false }));
  return (
    <EditorProvider app={opened.app} draft={draft} selected={component}>
      <EditorBody path={path} newestRevision={opened.stored?.revision} />
    </EditorProvider>
  );
}

type View = 'canvas' | 'outline' | 'code';

function EditorBody({ path, newestRevision }: { readonly path: string; readonly newestRevision: number | undefined }) {
  const { t } = useLanguage();
  const { draft, document, openDialog, select } = useEditor();
  const navigate = useNavigate();
  const { view: asked } = canvasSearchSchema.parse(useSearch({ strict: false }));
  const [isNarrow] = useState(() => window.innerWidth < NARROW);
  const view: View = asked ?? (isNarrow ? 'outline' : 'canvas');
  const [showsReferences, setReferences] = useState(true);
  const [showsProblems, setProblems] = useState(false);
  const save = useSave(path);
  const review = (): void => void navigate({ to: '/apps/$app/plan', params: { app: path } });
  const show = (next: View): void =>
    void navigate({ to: '/apps/$app/canvas', params: { app: path }, search: { view: next }, replace: true });
  useHotkeys({
    a: () => openDialog({ kind: 'add' }),
    r: () => setReferences((now) => !now),
    'mod+z': draft.undo,
    'mod+y': draft.redo,
    'mod+s': () => void save.run(),
    'mod+Enter': review,
    'mod+m': () => setProblems((now) => !now),
    [CLOSE_KEY]: () => select(undefined),
  });
  usePaste();
  const { base } = draft.state;
  const isBehind =
    base.revision !== undefined &&
    newestRevision !== undefined &&
    base.revision < newestRevision &&
    hasChanges(draft.state);
  const name = String(document.name ?? '') || t(editorMessages.newApp);
  return (
    <Page title={name} flush>
      <EditorHead path={path} onSave={() => void save.run()} isSaving={save.isSaving} onReview={review} />
      {save.error !== undefined && (
        <div className={styles.notice}>
          <ErrorPanel error={save.error} onRetry={() => void save.run()} />
        </div>
      )}
      {!draft.isKept && (
        <div className={styles.notice}>
          <Banner
            kind="warning"
            label={t(editorMessages.notKept)}
            icon={<CircleAlert size={16} aria-hidden />}
            title={t(editorMessages.notKept)}
          />
        </div>
      )}
      {isBehind && (
        <div className={styles.notice}>
          <Banner
            kind="warning"
            label={t(editorMessages.behind({ revision: newestRevision }))}
            icon={<CircleAlert size={16} aria-hidden />}
            title={t(editorMessages.behind({ revision: newestRevision }))}
            actions={
              <Button size="small" onClick={() => openDialog({ kind: 'merge' })}>
                {t(editorMessages.merge)}
              </Button>
            }
          />
        </div>
      )}
      <div className={styles.stage}>
        <div className={styles.area}>
          <PanelBoundary>
            <Suspense fallback={<Skeleton rows={8} />}>
              {view === 'canvas' && <FlowCanvas showsReferences={showsReferences} />}
              {view === 'outline' && <Outline />}
              {view === 'code' && <CodeView />}
            </Suspense>
          </PanelBoundary>
          <Toolbar
            view={view}
            onView={show}
            showsReferences={showsReferences}
            onReferences={() => setReferences(!showsReferences)}
            onProblems={() => setProblems(!showsProblems)}
            showsProblems={showsProblems}
          />
          {showsProblems && <ProblemsPanel />}
          <StagedBar onSave={() => void save.run()} isSaving={save.isSaving} onReview={review} />
        </div>
        <Inspector />
      </div>
      <EditorDialogs />
    </Page>
  );
}

/** Saves the draft; a conflict opens the merge. A new application gets its own address then. */
function useSave(path: string) {
  const { t } = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { draft, openDialog } = useEditor();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    if (!draft.hasChanges || isSaving) return;
    setSaving(true);
    setError(undefined);
    try {
      const saved = await draft.save();
      toast({ text: t(editorMessages.saved({ revision: saved.revision })) });
      if (path === NEW_APP) void navigate({ to: '/apps/$app/canvas', params: { app: saved.name }, replace: true });
    } catch (thrown) {
      if (isConflict(thrown) && draft.appId !== undefined) {
        openDialog({ kind: 'merge' });
      } else {
        setError(thrown);
        toast({ text: errorText(thrown), isError: true });
      }
    } finally {
      setSaving(false);
    }
  };
  return { run, isSaving, error };
}

/** Components that are pasted on the page, outside of its fields, join the draft. */
function usePaste(): void {
  const { actions } = useEditor();
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null) return;
      for (const component of pastedComponents(event.clipboardData?.getData('text') ?? '')) actions.paste(component);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [actions]);
}

interface ToolbarProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly showsReferences: boolean;
  readonly onReferences: () => void;
  readonly showsProblems: boolean;
  readonly onProblems: () => void;
}

function Toolbar({ view, onView, showsReferences, onReferences, showsProblems, onProblems }: ToolbarProps) {
  const { t } = useLanguage();
  const { draft, openDialog, problems, lanes, actions } = useEditor();
  const { past, future } = draft.state;
  const { errors, warnings } = countProblems(problems);
  return (
    <div className={styles.toolbar}>
      <div className={styles.float}>
        <Button
          kind="ghost"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => openDialog({ kind: 'add' })}
        >
          {t(editorMessages.add)}
          <kbd className="wide-only">A</kbd>
        </Button>
        <IconButton
          small
          label={t(editorMessages.undo)}
          disabledReason={past.length === 0 ? t(editorMessages.nothingToUndo) : undefined}
          onClick={draft.undo}
        >
          <Undo2 size={14} aria-hidden />
        </IconButton>
        <IconButton
          small
          label={t(editorMessages.redo)}
          disabledReason={future.length === 0 ? t(editorMessages.nothingToRedo) : undefined}
          onClick={draft.redo}
        >
          <Redo2 size={14} aria-hidden />
        </IconButton>
        <IconButton
          small
          label={t(editorMessages.addStep)}
          onClick={() => actions.addStep(lanes.filter(({ kind }) => kind === 'step').length || lanes.length)}
        >
          <ListPlus size={14} aria-hidden />
        </IconButton>
        {view === 'canvas' && (
          <IconButton small label={t(editorMessages.references)} aria-pressed={showsReferences} onClick={onReferences}>
            <Spline size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <span className="grow" />
      <div className={styles.float}>
        <Segments
          label={t(editorMessages.view)}
          value={view}
          options={[
            { value: 'canvas', text: t(editorMessages.canvas) },
            { value: 'outline', text: t(editorMessages.outline) },
            { value: 'code', text: t(editorMessages.code) },
          ]}
          onChange={onView}
        />
        <Button
          kind="ghost"
          size="small"
          aria-pressed={showsProblems}
          title={t(editorMessages.problems)}
          onClick={onProblems}
        >
          {errors > 0 && (
            <span className={styles.errors}>
              <CircleAlert size={14} aria-hidden />
              {t(editorMessages.errors({ count: errors }))}
            </span>
          )}
          {warnings > 0 && (
            <span className={styles.warnings}>
              <TriangleAlert size={14} aria-hidden />
              {t(editorMessages.warnings({ count: warnings }))}
            </span>
          )}
          {errors + warnings === 0 && <span className="secondary">{t(editorMessages.noProblems)}</span>}
        </Button>
      </div>
    </div>
  );
}

/** All problems, each with its fix; a click goes to its field. */
function ProblemsPanel() {
  const { t, sent } = useLanguage();
  const { problems, openField, actions, document } = useEditor();
  return (
    <section className={styles.problems} aria-label={t(editorMessages.problems)}>
      {problems.length === 0 && <div className={`secondary ${styles.none}`}>{t(editorMessages.noProblems)}</div>}
      <ul>
        {problems.map((each) => {
          const { problem, path } = each;
          const fix = quickFix(each, document);
          return (
            <li key={`${problem.path} ${problem.code} ${problem.message}`} className={styles.problem}>
              {problem.severity === 'error' ? (
                <CircleAlert size={14} className={styles.errors} aria-label={t(editorMessages.error)} />
              ) : (
                <TriangleAlert size={14} className={styles.warnings} aria-label={t(editorMessages.warning)} />
              )}
              <button type="button" className={styles.problemText} onClick={() => openField(path)}>
                <span className="break">{sent(problem, 'message', problem.message)}</span>
                {problem.fix !== undefined && (
                  <span className="small secondary break">{sent(problem, 'fix', problem.fix)}</span>
                )}
                <code className="small hint break">{problem.path}</code>
              </button>
              {fix !== undefined && (
                <Button size="small" onClick={() => actions.change(fix.operation)}>
                  {t(fix.message)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface StagedBarProps {
  readonly onSave: () => void;
  readonly isSaving: boolean;
  readonly onReview: () => void;
}

/** What is changed and not saved. */
function StagedBar({ onSave, isSaving, onReview }: StagedBarProps) {
  const { t } = useLanguage();
  const toast = useToast();
  const { draft, changes, readOnlyReason } = useEditor();
  if (!draft.hasChanges || (changes.count === 0 && draft.appId !== undefined)) return null;
  const kinds = (['new', 'edited', 'removed'] as const)
    .map((kind) => ({ kind, count: [...changes.components.values()].filter((each) => each === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${t(changeWord(kind))}`);
  const discard = (): void => {
    draft.discard();
    toast({ text: t(editorMessages.discarded), action: { label: t(editorMessages.undo), run: draft.undo } });
  };
  return (
    <div className={styles.staged} role="status">
      <span className="strong">{t(editorMessages.changeCount({ count: changes.count }))}</span>
      <span className={`small ${styles.kinds}`}>{kinds.join(' · ')}</span>
      <Button size="small" className={styles.stagedButton} onClick={discard}>
        {t(editorMessages.discard)}
      </Button>
      <Button
        size="small"
        className={styles.stagedButton}
        busy={isSaving}
        disabledReason={readOnlyReason}
        onClick={onSave}
      >
        {t(editorMessages.saveOnly)}
      </Button>
      <Button size="small" kind="primary" onClick={onReview}>
        {t(editorMessages.review)}
      </Button>
    </div>
  );
}

import { PlatformError } from '@kubemin/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { hasChanges, parsePath } from '../../draft/index.ts';
import {
  Banner,
  Button,
  ErrorPanel,
  lazyComponent,
  Page,
  PanelBoundary,
  useErrorText,
  useHotkeys,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { pastedComponents } from './add-dialog.tsx';
import styles from './canvas-page.module.css';
import { EditorDialogs } from './dialogs.tsx';
import { EditorProvider, useEditor } from './editor-context.tsx';
import { EditorHead } from './editor-head.tsx';
import { canvasSearchSchema } from './editor-search.ts';
import { EditorToolbar, type EditorView, ProblemsPanel, StagedBar } from './editor-toolbar.tsx';
import { Inspector } from './inspector.tsx';
import { OpenedPage, type OpenedPageProps } from './opened-page.tsx';
import { Outline } from './outline.tsx';
import { isConflict, NEW_APP, useDraft } from './use-draft.ts';

const FlowCanvas = lazyComponent(async () => (await import('./flow-canvas.tsx')).FlowCanvas);
const CodeView = lazyComponent(async () => (await import('./code-view.tsx')).CodeView);

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

function EditorBody({ path, newestRevision }: { readonly path: string; readonly newestRevision: number | undefined }) {
  const { t } = useLanguage();
  const { draft, document, openDialog, closeInspector } = useEditor();
  const navigate = useNavigate();
  const { view: asked } = canvasSearchSchema.parse(useSearch({ strict: false }));
  const [isNarrow] = useState(() => window.innerWidth < NARROW);
  const view: EditorView = asked ?? (isNarrow ? 'outline' : 'canvas');
  const [showsReferences, setReferences] = useState(true);
  const [showsProblems, setProblems] = useState(false);
  const save = useSave(path);
  const review = (): void => void navigate({ to: '/apps/$app/plan', params: { app: path } });
  const show = (next: EditorView): void =>
    void navigate({ to: '/apps/$app/canvas', params: { app: path }, search: { view: next }, replace: true });
  useHotkeys({
    a: () => openDialog({ kind: 'add' }),
    r: () => setReferences((now) => !now),
    'mod+z': draft.undo,
    'mod+y': draft.redo,
    'mod+shift+z': draft.redo,
    'mod+s': () => void save.run(),
    'mod+Enter': review,
    'mod+shift+m': () => setProblems((now) => !now),
    [CLOSE_KEY]: closeInspector,
  });
  usePaste();
  const drop = useFileDrop();
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
      {draft.keeping === 'taken' && (
        <div className={styles.notice}>
          <Banner
            kind="warning"
            label={t(editorMessages.draftTaken)}
            icon={<CircleAlert size={16} aria-hidden />}
            title={t(editorMessages.draftTaken)}
            actions={
              <>
                <Button size="small" onClick={draft.takeOther}>
                  {t(editorMessages.takeOther)}
                </Button>
                <Button size="small" onClick={draft.keepMine}>
                  {t(editorMessages.keepMine)}
                </Button>
              </>
            }
          />
        </div>
      )}
      {draft.keeping === 'full' && (
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
        <section className={styles.area} aria-label={t(editorMessages.draftArea)} {...drop}>
          <PanelBoundary>
            {view === 'canvas' && <FlowCanvas showsReferences={showsReferences} />}
            {view === 'outline' && <Outline />}
            {view === 'code' && <CodeView />}
          </PanelBoundary>
          <EditorToolbar
            view={view}
            onView={show}
            showsReferences={showsReferences}
            onReferences={() => setReferences(!showsReferences)}
            onProblems={() => setProblems(!showsProblems)}
            showsProblems={showsProblems}
          />
          {showsProblems && <ProblemsPanel />}
          <StagedBar onSave={() => void save.run()} isSaving={save.isSaving} onReview={review} />
        </section>
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
  const { draft, openDialog, reportProblems, openField, saveBlocker } = useEditor();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    if (!draft.hasChanges || isSaving) return;
    if (saveBlocker !== undefined) {
      toast({ text: saveBlocker, isError: true });
      return;
    }
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
        const problems = thrown instanceof PlatformError ? thrown.problems : [];
        const [first] = problems;
        if (first === undefined) return;
        reportProblems(problems);
        openField(parsePath(first.path));
      }
    } finally {
      setSaving(false);
    }
  };
  return { run, isSaving, error };
}

/** Components that are pasted on the page, outside of its fields, join the draft. */
function usePaste(): void {
  const { actions, model } = useEditor();
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null) return;
      actions.paste(pastedComponents(event.clipboardData?.getData('text') ?? '', model));
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [actions, model]);
}

/** A file that is dropped on the page is shown before its components join the draft. */
function useFileDrop() {
  const { openDialog } = useEditor();
  return {
    onDragOver: (event: DragEvent): void => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => {
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      event.preventDefault();
      void file.text().then((text) => openDialog({ kind: 'add', text }));
    },
  };
}

import { CircleAlert, Download, ListPlus, Plus, Redo2, Spline, TriangleAlert, Undo2 } from 'lucide-react';
import { Button, IconButton, Segments, useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import styles from './canvas-page.module.css';
import { changeWord } from './component-view.tsx';
import { useEditor } from './editor-context.tsx';
import { countProblems, quickFix } from './problems.ts';

/** How the draft is shown. */
export type EditorView = 'canvas' | 'outline' | 'code';

interface ToolbarProps {
  readonly view: EditorView;
  readonly onView: (view: EditorView) => void;
  readonly showsReferences: boolean;
  readonly onReferences: () => void;
  readonly showsProblems: boolean;
  readonly onProblems: () => void;
}

/** What can be done with the draft as a whole. */
export function EditorToolbar({
  view,
  onView,
  showsReferences,
  onReferences,
  showsProblems,
  onProblems,
}: ToolbarProps) {
  const { t } = useLanguage();
  const { draft, openDialog, problems, actions } = useEditor();
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
        <IconButton small label={t(editorMessages.addStep)} onClick={() => actions.addStep()}>
          <ListPlus size={14} aria-hidden />
        </IconButton>
        <IconButton small label={t(editorMessages.export)} onClick={() => openDialog({ kind: 'export' })}>
          <Download size={14} aria-hidden />
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
export function ProblemsPanel() {
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
export function StagedBar({ onSave, isSaving, onReview }: StagedBarProps) {
  const { t } = useLanguage();
  const toast = useToast();
  const { draft, changes, saveBlocker } = useEditor();
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
        disabledReason={saveBlocker}
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

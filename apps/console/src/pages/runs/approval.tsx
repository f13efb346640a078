import type { Job, RevisionDiff } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, UserCheck } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  CliLine,
  Confirm,
  Dialog,
  ErrorPanel,
  Field,
  FieldChanges,
  Input,
  Moment,
  Skeleton,
  Textarea,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, shellMessages } from '../../messages/index.ts';
import { applicationQuery, openQuestions, queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { useRun } from './run-context.tsx';
import styles from './run-page.module.css';

/** The jobs of the run that wait for a decision. */
export function useQuestions(): readonly Job[] {
  const { run } = useRun();
  return openQuestions(run).map(({ job }) => job);
}

/** Questions about an update belong to its component; those of a workflow to none. */
const isAboutUpdate = ({ component }: Job): boolean => component !== '';
/** Other job types may be finished from outside, with values. */
const takesValues = ({ type }: Job): boolean => type !== 'approval';

/** What waits for the user: the most prominent thing of a run. */
export function ApprovalBanner({ questions }: { readonly questions: readonly Job[] }) {
  const [first] = questions;
  if (first === undefined) return null;
  const updates = questions.filter(isAboutUpdate);
  // An update is promoted or aborted as a whole; a workflow asks one question after the other.
  return isAboutUpdate(first) ? (
    <UpdateQuestion jobs={updates} others={questions.length - updates.length} />
  ) : (
    <StepQuestion job={first} others={questions.length - 1} />
  );
}

function useDecide() {
  const { t } = useLanguage();
  const { run, project } = useRun();
  const queries = useQueryClient();
  const { can } = useRights();
  const disabledReason = can('operate', project ?? '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'operate' }));
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: [queryKeys.run, String(run.number)] });
    await queries.invalidateQueries({ queryKey: [queryKeys.run, run.taskId] });
    await queries.invalidateQueries({ queryKey: [queryKeys.runs] });
  };
  return { disabledReason, refresh };
}

/** Runs an action of a button: busy meanwhile; a failure is kept, to be shown beside it. */
function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const act = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, act };
}

function StepQuestion({ job, others }: { readonly job: Job; readonly others: number }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { disabledReason, refresh } = useDecide();
  const { busy, error, act } = useAction();
  const [open, setOpen] = useState<'approve' | 'reject'>();
  const [comment, setComment] = useState('');
  const [values, setValues] = useState('');
  const parsed = parseValues(values);
  const decide = async (verdict: 'approved' | 'rejected'): Promise<void> => {
    const text = comment.trim();
    await client.decideTask(run.taskId, {
      verdict,
      jobId: job.id,
      ...(text !== '' && { comment: text }),
      ...(verdict === 'approved' && parsed !== undefined && values.trim() !== '' && { values: parsed }),
    });
    setComment('');
    setValues('');
    await refresh();
  };
  return (
    <>
      <Banner
        label={t(runMessages.approval)}
        icon={<UserCheck size={20} aria-hidden />}
        title={t(runMessages.approveStep({ step: job.step }))}
        actions={
          <>
            <DiffButton />
            <Button kind="danger" disabledReason={disabledReason} onClick={() => setOpen('reject')}>
              {t(runMessages.reject)}
            </Button>
            <Button
              kind="primary"
              icon={<Check size={14} aria-hidden />}
              busy={busy}
              disabledReason={disabledReason}
              onClick={() => (takesValues(job) ? setOpen('approve') : void act(() => decide('approved')))}
            >
              {t(takesValues(job) ? runMessages.approveMore : runMessages.approve)}
            </Button>
          </>
        }
      >
        <Question job={job} others={others} />
      </Banner>
      {error !== undefined && <ErrorPanel error={error} />}
      <Confirm
        open={open === 'reject'}
        onClose={() => setOpen(undefined)}
        title={t(runMessages.rejectTitle({ step: job.step }))}
        action={t(runMessages.rejectAction)}
        danger
        onConfirm={() => decide('rejected')}
      >
        <p className="secondary">{t(runMessages.rejectHelp)}</p>
        <CommentField value={comment} onChange={setComment} />
        <CliLine words={rejectWords(run.number, { comment, job: others > 0 ? job : undefined })} />
      </Confirm>
      <Confirm
        open={open === 'approve'}
        onClose={() => setOpen(undefined)}
        title={t(runMessages.approveTitle({ step: job.step }))}
        action={t(runMessages.approve)}
        onConfirm={async () => {
          if (parsed === undefined) throw new Error(t(runMessages.valuesInvalid));
          await decide('approved');
        }}
      >
        <Field label={t(runMessages.values)} error={parsed === undefined ? t(runMessages.valuesInvalid) : undefined}>
          <Textarea className="mono" value={values} onChange={(event) => setValues(event.target.value)} />
        </Field>
        <CommentField value={comment} onChange={setComment} />
      </Confirm>
    </>
  );
}

function UpdateQuestion({ jobs, others }: { readonly jobs: readonly Job[]; readonly others: number }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { disabledReason, refresh } = useDecide();
  const { busy, error, act } = useAction();
  const [isOpen, setOpen] = useState(false);
  const [comment, setComment] = useState('');
  const [first] = jobs;
  if (first === undefined) return null;
  const text = comment.trim();
  const verdict = text === '' ? {} : { comment: text };
  return (
    <>
      <Banner
        label={t(runMessages.approval)}
        icon={<UserCheck size={20} aria-hidden />}
        title={t(runMessages.promoteUpdate({ components: [...new Set(jobs.map(({ component }) => component))] }))}
        actions={
          <>
            <DiffButton />
            <Button kind="danger" disabledReason={disabledReason} onClick={() => setOpen(true)}>
              {t(runMessages.abort)}
            </Button>
            <Button
              kind="primary"
              icon={<Check size={14} aria-hidden />}
              busy={busy}
              disabledReason={disabledReason}
              onClick={() =>
                void act(async () => {
                  await client.promoteVersion(run.appId);
                  await refresh();
                })
              }
            >
              {t(runMessages.promote)}
            </Button>
          </>
        }
      >
        <Question job={first} others={others} />
      </Banner>
      {error !== undefined && <ErrorPanel error={error} />}
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(runMessages.abortTitle)}
        action={t(runMessages.abortAction)}
        danger
        onConfirm={async () => {
          await client.abortVersion(run.appId, verdict);
          await refresh();
        }}
      >
        <p className="secondary">{t(runMessages.abortHelp)}</p>
        <CommentField value={comment} onChange={setComment} />
        <CliLine words={rejectWords(run.number, { comment, job: others > 0 ? first : undefined })} />
      </Confirm>
    </>
  );
}

function Question({ job, others }: { readonly job: Job; readonly others: number }) {
  const { t, sent } = useLanguage();
  const { approval, startedAt } = job;
  return (
    <>
      {approval !== undefined && <span>{sent(approval, 'question', approval.question)} </span>}
      {startedAt !== undefined && (
        <span>
          {t(runMessages.requested)} <Moment at={startedAt} />
        </span>
      )}
      {others > 0 && <span> · {t(runMessages.moreQuestions({ count: others }))}</span>}
    </>
  );
}

interface RejectionParts {
  readonly comment: string;
  /** Which one, where several wait. */
  readonly job: Job | undefined;
}

function rejectWords(run: number, { comment, job }: RejectionParts): readonly string[] {
  const text = comment.trim();
  return [
    ...['run', 'reject', String(run)],
    ...(job === undefined ? [] : ['--job', job.objectName]),
    ...(text === '' ? [] : ['--comment', text]),
  ];
}

interface CommentFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CommentField({ value, onChange }: CommentFieldProps) {
  const { t } = useLanguage();
  return (
    <Field label={t(runMessages.comment)}>
      <Input value={value} maxLength={1000} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** An object, {} for nothing, undefined where it is none. */
function parseValues(text: string): Readonly<Record<string, JsonValue>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: JsonValue = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** What changes against the revision that serves now. */
function DiffButton() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { data: app } = useQuery(applicationQuery(client, run.appId));
  const [isOpen, setOpen] = useState(false);
  const from = app?.serving?.revision;
  if (from === undefined || from === run.revision) return null;
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {t(runMessages.viewDiff)}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        width="wide"
        title={t(runMessages.diffTitle({ from, to: run.revision }))}
      >
        {isOpen && <Diff from={from} />}
      </Dialog>
    </>
  );
}

function Diff({ from }: { readonly from: number }) {
  const { client } = usePlatform();
  const { run } = useRun();
  const diff = useQuery({
    queryKey: [queryKeys.revisions, run.appId, 'diff', from, run.revision],
    queryFn: ({ signal }) => client.diffRevisions(run.appId, String(from), String(run.revision), { signal }),
  });
  if (diff.isPending) return <Skeleton rows={4} />;
  if (diff.isError) return <ErrorPanel error={diff.error} onRetry={() => void diff.refetch()} />;
  return <DiffContent diff={diff.data} />;
}

function DiffContent({ diff }: { readonly diff: RevisionDiff }) {
  const { t } = useLanguage();
  if (diff.document.length === 0) return <p className="secondary">{t(runMessages.diffSame)}</p>;
  return (
    <div className={styles.diff}>
      <FieldChanges fields={diff.document} />
    </div>
  );
}

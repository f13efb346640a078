import { isTerminal, type RunStatus, type TaskStatus } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import {
  Button,
  CliLine,
  CommandMenu,
  Confirm,
  cliCommand,
  Field,
  Input,
  Menu,
  MenuItem,
  useErrorText,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, shellMessages } from '../../messages/index.ts';
import { applicationQuery, queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { useQuestions } from './approval.tsx';
import { useRun } from './run-context.tsx';
import styles from './run-page.module.css';

const RETRIED: readonly TaskStatus[] = ['failed', 'timeout', 'cancelled', 'rejected'];

/** Whether a user has rejected the revision of a run: the platform does not deliver it again. What has no capacity may have it later. */
export function isRefused({ status, jobs }: Pick<RunStatus, 'status' | 'jobs'>): boolean {
  return status === 'rejected' && jobs.some(({ approval }) => approval?.verdict === 'rejected');
}

/** What can be done with a run in its state. */
export function RunActions() {
  const { t } = useLanguage();
  const { run, project } = useRun();
  const { can } = useRights();
  const [open, setOpen] = useState<'cancel' | 'rerun'>();
  const { busy, retry, rerun } = useStartRun();
  const { client } = usePlatform();
  const { data: app } = useQuery(applicationQuery(client, run.appId));
  const disabledReason = can('deploy', project ?? '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  const isOver = isTerminal(run.status);
  const isOld = app !== undefined && app.revision !== run.revision;
  const canRerun = isOver && run.kind === 'deploy';
  return (
    <>
      <CopyCommands />
      {canRerun && (
        <Button
          icon={<RefreshCw size={14} aria-hidden />}
          busy={busy}
          disabledReason={disabledReason}
          onClick={() => (isOld ? setOpen('rerun') : void rerun())}
        >
          {t(runMessages.rerun)}
        </Button>
      )}
      {RETRIED.includes(run.status) && (
        <Button
          kind="primary"
          icon={<RotateCcw size={14} aria-hidden />}
          busy={busy}
          disabledReason={disabledReason ?? (isRefused(run) ? t(runMessages.rejectedNoRetry) : undefined)}
          onClick={() => void retry()}
        >
          {t(runMessages.retry)}
        </Button>
      )}
      {!isOver && (
        <Button disabledReason={disabledReason} onClick={() => setOpen('cancel')}>
          {t(runMessages.cancel)}
        </Button>
      )}
      {run.status === 'cancelled' && run.kind === 'deploy' && (
        <Menu label={t(runMessages.more)}>
          <MenuItem
            icon={<Trash2 size={14} aria-hidden />}
            disabledReason={disabledReason}
            onSelect={() => setOpen('cancel')}
          >
            {t(runMessages.cleanUpAction)}
          </MenuItem>
        </Menu>
      )}
      <CancelDialog open={open === 'cancel'} onClose={() => setOpen(undefined)} />
      <Confirm
        open={open === 'rerun'}
        onClose={() => setOpen(undefined)}
        title={t(runMessages.rerunTitle({ revision: run.revision }))}
        action={t(runMessages.rerun)}
        onConfirm={rerun}
      >
        <p className="secondary">
          {t(runMessages.rerunHelp({ current: app?.revision ?? run.revision, revision: run.revision }))}
        </p>
      </Confirm>
    </>
  );
}

/** Starts another run from this one, and opens it. */
export function useStartRun() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const start = async (begin: () => Promise<{ readonly number: number }>): Promise<void> => {
    setBusy(true);
    try {
      const { number } = await begin();
      toast({ text: t(runMessages.started({ number })) });
      void queries.invalidateQueries({ queryKey: [queryKeys.runs] });
      await navigate({ to: '/runs/$run', params: { run: String(number) } });
    } catch (error) {
      toast({ text: errorText(error), isError: true });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    start,
    retry: (jobId?: string) => start(() => client.retryTask(run.taskId, jobId === undefined ? {} : { jobId })),
    rerun: () =>
      start(() =>
        client.execWorkflow(run.appId, {
          revision: run.revision,
          ...(run.workflowId !== '' && { workflowId: run.workflowId }),
        }),
      ),
  };
}

interface CancelDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Cancels the run, and keeps or cleans up what it made; of a run that is cancelled already, only cleans up. */
function CancelDialog({ open, onClose }: CancelDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run, setCancelling } = useRun();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const isCancelled = run.status === 'cancelled';
  const [cleansUp, setCleansUp] = useState(false);
  const [reason, setReason] = useState('');
  const { number } = run;
  const cancel = async (): Promise<void> => {
    const text = reason.trim();
    setCancelling(true);
    const { cleanUpNumber } = await client
      .cancelWorkflow(run.appId, {
        taskId: run.taskId,
        ...((cleansUp || isCancelled) && { cleanUp: true }),
        ...(text !== '' && { reason: text }),
      })
      .catch((error: unknown) => {
        setCancelling(false);
        throw error;
      });
    void queries.invalidateQueries({ queryKey: [queryKeys.run] });
    void queries.invalidateQueries({ queryKey: [queryKeys.runs] });
    if (cleanUpNumber === undefined) {
      toast({ text: t(runMessages.cancelled({ number })) });
    } else {
      toast({
        text: t(runMessages.cleanedBy({ number: cleanUpNumber })),
        action: {
          label: t(runMessages.openRun),
          run: () => void navigate({ to: '/runs/$run', params: { run: String(cleanUpNumber) } }),
        },
      });
    }
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t(isCancelled ? runMessages.cleanUpTitle({ number }) : runMessages.cancelTitle({ number }))}
      action={t(isCancelled ? runMessages.cleanUp : runMessages.cancelRun)}
      danger
      onConfirm={cancel}
    >
      {isCancelled ? (
        <p className="secondary">{t(runMessages.cleanUpHelp)}</p>
      ) : (
        <>
          <KeepChoice cleansUp={cleansUp} onChange={setCleansUp} />
          <Field label={t(runMessages.reason)}>
            <Input value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </>
      )}
      <CliLine
        words={[
          ...['run', 'cancel', String(number)],
          ...(cleansUp || isCancelled ? ['--clean-up'] : []),
          ...(reason.trim() === '' ? [] : ['--reason', reason.trim()]),
        ]}
      />
    </Confirm>
  );
}

interface KeepChoiceProps {
  readonly cleansUp: boolean;
  readonly onChange: (cleansUp: boolean) => void;
}

function KeepChoice({ cleansUp, onChange }: KeepChoiceProps) {
  const { t } = useLanguage();
  const name = useId();
  const option = (value: boolean, text: string, help: string) => (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={cleansUp === value} onChange={() => onChange(value)} />
      <span className="medium">{text}</span>
      <span className="small secondary">{help}</span>
    </label>
  );
  return (
    <fieldset>
      <legend className="small medium">{t(runMessages.whatWasMade)}</legend>
      {option(false, t(runMessages.keep), t(runMessages.keepHelp))}
      {option(true, t(runMessages.cleanUp), t(runMessages.cleanUpHelp))}
    </fieldset>
  );
}

/** The commands that do the same in a terminal. */
function CopyCommands() {
  const { run } = useRun();
  const questions = useQuestions();
  const number = String(run.number);
  const isOver = isTerminal(run.status);
  const commands = [
    cliCommand('run', isOver ? 'show' : 'watch', number),
    ...questions.slice(0, 1).flatMap((job) => {
      const which = questions.length > 1 ? ['--job', job.objectName] : [];
      return [cliCommand('run', 'approve', number, ...which), cliCommand('run', 'reject', number, ...which)];
    }),
    ...(isOver ? [] : [cliCommand('run', 'cancel', number)]),
    ...(RETRIED.includes(run.status) && !isRefused(run)
      ? [cliCommand('run', 'retry', number, '--from', 'failed')]
      : []),
    ...(isOver && run.kind === 'deploy' ? [cliCommand('run', 'retry', number, '--from', 'start')] : []),
    cliCommand('run', 'logs', number),
  ];
  return <CommandMenu commands={commands} />;
}

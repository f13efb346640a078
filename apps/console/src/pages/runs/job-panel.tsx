import type { Message } from '@kubemin/base/message';
import { isTerminal, type Job, type RunStatus } from '@kubemin/client';
import { Link } from '@tanstack/react-router';
import { RotateCcw, ScrollText, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  Button,
  Code,
  CopyButton,
  cliCommand,
  Duration,
  IconButton,
  Moment,
  StateChip,
  useNow,
} from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { kitMessages, runMessages, shellMessages } from '../../messages/index.ts';
import { useRights } from '../../platform/index.ts';
import { useDock } from '../../shell/index.ts';
import { JobLog } from './job-log.tsx';
import { hasJobLog, hasPodLog } from './job-logs.ts';
import { JobSections } from './job-sections.tsx';
import { JobChip } from './jobs-tab.tsx';
import { isRefused, useStartRun } from './run-actions.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import { type Attempt, knownAttempts } from './run-history.ts';
import styles from './timeline.module.css';

/** Everything about one job, beside the timeline; a sheet on narrow screens. */
export function JobPanel({ job }: { readonly job: Job }) {
  const { t, sent } = useLanguage();
  const { run } = useRun();
  const { setSearch } = useRunSearch();
  const panel = useRef<HTMLElement>(null);
  const close = (): void => setSearch({ job: undefined });
  // A sheet covers the row that opened it.
  useEffect(() => {
    if (job.id !== '' && matchMedia('(max-width: 1199px)').matches) panel.current?.focus();
  }, [job.id]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles.side}
      aria-label={t(runMessages.job)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <section>
        <div className="row">
          <h2 className="heading grow cut">{jobName(job)}</h2>
          <IconButton small label={t(runMessages.close)} onClick={close}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        <div className="wrap">
          <JobChip job={job} />
          <span className="small secondary">
            {job.attempt > 1 && `${t(runMessages.attempt({ number: job.attempt }))} · `}
            {job.startedAt !== undefined && (job.endedAt !== undefined || job.status === 'running') && (
              <Duration from={job.startedAt} to={job.endedAt} />
            )}
          </span>
        </div>
      </section>
      <section>
        {job.message !== undefined && <p className="break">{sent(job, 'message', job.message)}</p>}
        {job.error !== undefined && <p className={`${styles.jobError} break`}>{sent(job, 'error', job.error)}</p>}
        <p className="small secondary break">{t(nextStep(job, run))}</p>
        <JobActions job={job} />
      </section>
      {job.approval !== undefined && <DecisionSection approval={job.approval} />}
      <AttemptsSection job={job} />
      <JobSections job={job} />
      {job.outputs !== undefined && (
        <section>
          <h3 className="heading">{t(runMessages.outputs)}</h3>
          <Code text={JSON.stringify(job.outputs, undefined, 2)} wrapped />
        </section>
      )}
      <section>
        <dl className={styles.facts}>
          {job.objectKind !== '' && (
            <Fact name={t(runMessages.object)}>
              {job.objectKind}/{job.objectName}
            </Fact>
          )}
          {job.component !== '' && (
            <Fact name={t(runMessages.component)}>
              <Link
                className="link"
                to="/apps/$app"
                params={{ app: run.appName }}
                search={{ component: job.component }}
              >
                {job.component}
              </Link>
            </Fact>
          )}
          {job.deadlineAt !== undefined && job.status === 'running' && (
            <Fact name={t(runMessages.timeLeft)}>
              <TimeLeft until={job.deadlineAt} />
            </Fact>
          )}
          <Fact name={t(runMessages.step)}>{job.step}</Fact>
          <Fact name={t(runMessages.namespace)}>{job.namespace}</Fact>
          <Fact name={t(runMessages.type)}>{job.type}</Fact>
          <Fact name={t(runMessages.priority)}>{job.bucket}</Fact>
          <Fact name={t(runMessages.jobId)}>
            <CopyButton text={job.id} />
          </Fact>
        </dl>
      </section>
    </aside>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </>
  );
}

function TimeLeft({ until }: { readonly until: string }) {
  const { language } = useLanguage();
  const now = useNow(1_000);
  return <span>{formatDuration(Math.max(0, Date.parse(until) - now), language)}</span>;
}

/** What happens next, in words. */
function nextStep(job: Job, { jobs, status }: Pick<RunStatus, 'jobs' | 'status'>): Message {
  const at = jobs.findIndex(({ id }) => id === job.id);
  const next = jobs[at + 1];
  const isOver = isTerminal(status);
  switch (job.status) {
    case 'queued': {
      const before = jobs.slice(0, at).find(({ endedAt }) => endedAt === undefined);
      if (before === undefined || isOver) return runMessages.nextStarts;
      return runMessages.nextAfter({ job: jobName(before) });
    }
    case 'running':
      if (job.approval !== undefined && job.approval.verdict === undefined) return runMessages.nextDecision;
      return next === undefined ? runMessages.nextNone : runMessages.next({ next: jobName(next) });
    case 'failed':
    case 'timeout':
    case 'cancelled':
      return job.status === 'timeout' ? runMessages.nextTimeout : runMessages.nextRetry;
    case 'rejected':
      return runMessages.nextRejected;
    case 'skipped':
    case 'completed':
      return next === undefined ? runMessages.nextNone : runMessages.next({ next: jobName(next) });
  }
}

function JobActions({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { run, project } = useRun();
  const { can } = useRights();
  const dock = useDock();
  const { busy, retry } = useStartRun();
  const ownLog = hasJobLog(job);
  const podLog = hasPodLog(job);
  const canRetry = isTerminal(run.status) && !isRefused(run) && job.attempt > 0;
  const disabledReason = can('deploy', project ?? '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  if (!ownLog && !podLog && !canRetry) return null;
  return (
    <div className="wrap">
      {(ownLog || podLog) && (
        <Link
          className="link small"
          to="/runs/$run/logs"
          params={{ run: String(run.number) }}
          search={{ log: ownLog ? `job:${job.id}` : `pods:${job.component}` }}
        >
          {t(runMessages.showLog)}
        </Link>
      )}
      {ownLog && (
        <Button
          size="small"
          kind="ghost"
          icon={<ScrollText size={14} aria-hidden />}
          onClick={() =>
            dock.open({
              id: `job-log-${job.id}`,
              title: `${run.appName} ${jobName(job)}`,
              content: (
                <JobLog taskId={run.taskId} jobId={job.id} name={jobName(job)} isOver={job.endedAt !== undefined} />
              ),
            })
          }
        >
          {t(runMessages.openInDock)}
        </Button>
      )}
      {canRetry && (
        <Button
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          busy={busy}
          disabledReason={disabledReason}
          onClick={() => void retry(job.id)}
        >
          {t(runMessages.retryJob)}
        </Button>
      )}
      {canRetry && (
        <CopyButton
          text={cliCommand('run', 'retry', String(run.number), '--job', job.objectName || job.id)}
          label={t(kitMessages.copyCli)}
        />
      )}
    </div>
  );
}

function DecisionSection({ approval }: { readonly approval: NonNullable<Job['approval']> }) {
  const { t, sent } = useLanguage();
  const { verdict, by = '', at, comment, values } = approval;
  return (
    <section>
      <h3 className="heading">{t(runMessages.decision)}</h3>
      <p className="break">{sent(approval, 'question', approval.question)}</p>
      {verdict === undefined ? (
        <p className="secondary">{t(runMessages.openQuestion)}</p>
      ) : (
        <p>
          {t(verdict === 'approved' ? runMessages.approvedBy({ user: by }) : runMessages.rejectedBy({ user: by }))}
          {at !== undefined && (
            <span className="secondary">
              {' '}
              · <Moment at={at} />
            </span>
          )}
        </p>
      )}
      {comment !== undefined && <p className="secondary break">{comment}</p>}
      {values !== undefined && <Code text={JSON.stringify(values, undefined, 2)} wrapped />}
    </section>
  );
}

function AttemptsSection({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { history } = useRun();
  const attempts = knownAttempts(job, history);
  if (attempts.length === 0) return null;
  return (
    <section>
      <h3 className="heading">{t(runMessages.attempts)}</h3>
      <ol className="stack">
        {attempts.toReversed().map((attempt) => (
          <AttemptItem key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { t, sent } = useLanguage();
  const { job, number, state, from, to } = attempt;
  return (
    <li className={styles.attempt}>
      <div className="row">
        <span className="medium">{number}</span>
        {state === 'interrupted' ? (
          <StateChip state="cancelled" bare>
            {t(runMessages.interrupted)}
          </StateChip>
        ) : (
          <StateChip state={state} bare />
        )}
        <span className={`${styles.end} small hint`}>
          <Duration
            from={new Date(from).toISOString()}
            to={to === undefined ? undefined : new Date(to).toISOString()}
          />
        </span>
      </div>
      {job.error !== undefined ? (
        <div className="small break">{sent(job, 'error', job.error)}</div>
      ) : (
        job.message !== undefined && <div className="small break">{sent(job, 'message', job.message)}</div>
      )}
    </li>
  );
}

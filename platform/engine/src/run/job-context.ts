import { runMessages } from '../messages/index.ts';
import {
  componentObjects,
  type Decision,
  Interruption,
  type MessageOrText,
  raceWithAbort,
  waitForSignal,
} from '../task/index.ts';
import type { Attempt } from './job-run.ts';
import type { JobWorkContext } from './job-work.ts';
import { boundedMessage } from './storable-text.ts';

/** Timers cannot be set further ahead than this on every platform. */
const LONGEST_SLEEP_MS = 86_400_000;

/** The user that is stored for a decision by time limit. */
const DECIDED_BY_TIME_LIMIT = 'time';

/** What one running job has at hand. */
export function jobContext(options: Attempt): JobWorkContext {
  const {
    dependencies,
    store,
    appId,
    firstRun,
    permitted,
    claimNames,
    job,
    signal,
    gate,
    reports,
    application,
    stepResults,
    slotLease,
  } = options;
  const { client, informers, clock, settings, fetcher, programs, shares, tenancy } = dependencies;
  const report = (message: MessageOrText): Promise<void> => (signal.aborted ? reports.pass() : reports.send(message));
  return {
    job,
    appId,
    firstRun,
    permitted,
    claimNames,
    tenancy,
    application,
    stepResults,
    client,
    informers,
    fetcher,
    programs,
    shares,
    clock,
    settings,
    signal,
    logger: options.logger.child({ jobId: job.id, job: `${job.objectKind}/${job.objectName}` }),
    report,
    write: (effect) =>
      gate.run(
        async () => {
          signal.throwIfAborted();
          if (await store.holdsTask()) return signal.throwIfAborted();
          throw new Interruption('lost', runMessages.takenOver);
        },
        (hurry) => effect(AbortSignal.any([signal, hurry])),
      ),
    ask: async (text, until) => {
      signal.throwIfAborted();
      const question = boundedMessage(text);
      if (job.approval === undefined) await store.askDecision(job.id, question);
      else await report(question);
      reports.note(question);
      return slotLease.waitWithoutSlot(() => waitForDecision(options, until));
    },
    timeLimitMs: options.limitMs,
    storeLog: async (log) => {
      signal.throwIfAborted();
      await store.storeLog(job.id, log);
    },
    waitWithoutSlot: async (wait) => {
      signal.throwIfAborted();
      return slotLease.waitWithoutSlot(() => raceWithAbort(wait(), signal));
    },
    sleepUntil: async (moment) => {
      signal.throwIfAborted();
      await slotLease.waitWithoutSlot(async () => {
        for (let left = moment - clock.now(); left > 0; left = moment - clock.now()) {
          await clock.sleep(Math.min(left, LONGEST_SLEEP_MS), signal);
          signal.throwIfAborted();
        }
      });
    },
    componentObjects: (componentName) =>
      componentObjects(informers, { appId, componentName, namespace: application.namespace }),
  };
}

/** Decisions made in this process are noticed at once, those made elsewhere at intervals. */
async function waitForDecision({ dependencies, store, job, signal }: Attempt, until?: number): Promise<Decision> {
  const { hub, clock, settings } = dependencies;
  const left = () => (until === undefined ? settings.pollIntervalMs : until - clock.now());
  const { nudge, stop } = hub.follow(job.taskId);
  try {
    for (;;) {
      const { verdict, by = '', at = 0, comment, values } = (await store.findJob(job.id))?.approval ?? {};
      if (verdict !== undefined) {
        return { verdict, by, at, ...(comment !== undefined && { comment }), ...(values !== undefined && { values }) };
      }
      // Stored like a decision of a user, and so refused when a user was faster: what counts is what is read back.
      if (left() <= 0)
        await store.decide(job, {
          verdict: 'approved',
          by: DECIDED_BY_TIME_LIMIT,
          comment: undefined,
          values: undefined,
        });
      else await waitForSignal({ nudge, clock, ms: Math.min(settings.pollIntervalMs, left()), signal });
      signal.throwIfAborted();
    }
  } finally {
    stop();
  }
}

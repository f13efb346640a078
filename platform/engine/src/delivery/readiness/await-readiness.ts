import { TerminalError, WakeSignal } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { type Informer, objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { readinessMessages } from '../../messages/index.ts';
import { type ChangeSource, type JobContext, raceWithAbort, waitForSignal } from '../../task/index.ts';
import { resourceClient } from '../resource-client.ts';
import type { MissingLook } from './missing-references.ts';
import { failed, type Readiness, waiting } from './readiness.ts';

/** What is waited for: one delivered object, watched by `informer`, and judged again when `related` report a change. */
export interface ReadinessWait<T extends KubeObject> {
  readonly context: Pick<JobContext, 'client' | 'clock' | 'signal' | 'report'>;
  readonly delivered: KubeObject;
  readonly informer: Informer<T>;
  /** What the judge looks at beside the object. Many wait at once: each should be notified of no more than matters to it. */
  readonly related: readonly ChangeSource[];
  readonly judge: (object: T) => Readiness;
  /** Finds what the object's pods wait for and what is not in the cluster. @default not looked for */
  readonly missing?: (object: T) => Promise<MissingLook>;
  /** What delivery did; the message of the judge comes after it. */
  readonly done: Message;
}

/**
 * Waits, event by event, until the object is ready, and returns a message; throws when it failed or was deleted.
 * State from before the delivery does not count: the watch may be behind the write.
 */
export async function awaitReadiness<T extends KubeObject>(wait: ReadinessWait<T>): Promise<Message> {
  const { context, informer, related, delivered } = wait;
  const key = objectKey(delivered);
  const nudge = new WakeSignal();
  let deleted = false;
  await raceWithAbort(Promise.all([informer, ...related].map((each) => each.synced)), context.signal);
  const unsubscribe = [
    informer.onChange(
      ({ type, object }) => {
        if (type === 'deleted' && object.metadata.uid === delivered.metadata.uid) deleted = true;
        nudge.notify();
      },
      { key },
    ),
    ...related.map((each) => each.onChange(() => nudge.notify())),
  ];
  try {
    // Deleted before the subscription, it would never show: no watch reports what is gone already.
    if (informer.get(key)?.metadata.uid !== delivered.metadata.uid) deleted ||= await isGone(wait);
    for (;;) {
      context.signal.throwIfAborted();
      const readiness = deleted ? deletedReadiness(delivered) : judgeCurrent(wait, informer.get(key));
      if (readiness.state === 'failed') throw new TerminalError(readiness.message, { code: 'NOT_READY' });
      const state = readinessMessages.after({ done: wait.done, state: readiness.message });
      if (readiness.state === 'ready') return state;
      const { message, overdue, nextMs } = await lookForMissing(wait, informer.get(key));
      if (message !== undefined && overdue) throw new TerminalError(message, { code: 'REFERENCE_MISSING' });
      await context.report(message === undefined ? state : readinessMessages.andMissing({ state, missing: message }));
      if (nextMs === undefined) await nudge.wait(context.signal);
      else await waitForSignal({ nudge, clock: context.clock, ms: nextMs, signal: context.signal });
    }
  } finally {
    for (const stop of unsubscribe) stop();
  }
}

async function lookForMissing<T extends KubeObject>(
  wait: ReadinessWait<T>,
  object: T | undefined,
): Promise<MissingLook> {
  if (wait.missing === undefined || object === undefined) return { overdue: false };
  return wait.missing(object);
}

function judgeCurrent<T extends KubeObject>({ delivered, judge }: ReadinessWait<T>, current: T | undefined): Readiness {
  const stale =
    current === undefined ||
    current.metadata.uid !== delivered.metadata.uid ||
    (current.metadata.generation ?? 0) < (delivered.metadata.generation ?? 0);
  return stale ? waiting(readinessMessages.notObserved) : judge(current);
}

async function isGone<T extends KubeObject>({ context, delivered }: ReadinessWait<T>): Promise<boolean> {
  const { client, signal } = context;
  const live = await resourceClient(client, delivered).find(delivered.metadata.name ?? '', { signal });
  return live?.metadata.uid !== delivered.metadata.uid;
}

function deletedReadiness(object: KubeObject): Readiness {
  const { kind, metadata } = object;
  return failed('Deleted', readinessMessages.deleted({ kind, name: metadata.name ?? '' }));
}

import { errorMessage, type Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { objectName } from '@kubemin/render';
import { previewMessages } from '../messages/index.ts';
import type { JobTypeRegistry } from '../plan/index.ts';
import { type JobContext, type JobEffect, type ObjectJob, type PlannedJob, toMessage } from '../task/index.ts';
import type { DryRunApi } from './dry-run-api.ts';
import { type DryRunWrite, netWrites, writeAction } from './dry-run-write.ts';
import { WouldWaitError } from './no-wait-clock.ts';
import type { PreviewedAction, PreviewedJob } from './preview.ts';
import { isUnreachable } from './unreachable.ts';

/** What trying out jobs takes. */
export interface DryRunContext {
  readonly jobTypes: Pick<JobTypeRegistry, 'get'>;
  /** Undefined when the cluster cannot be asked. */
  readonly dryRun: DryRunApi | undefined;
  readonly createContext: (planned: ObjectJob, report: (message: Message) => void) => JobContext;
  readonly signal: AbortSignal;
}

/** Tries out one planned job; those before it have left their mark on the dryRun. */
export async function dryRunJob(stage: DryRunContext, planned: PlannedJob): Promise<PreviewedJob> {
  const { type, component, priority } = planned;
  const base = { type, component, priority };
  if (planned.kind === 'step') return { ...base, action: 'run', message: previewMessages.runsInTurn, writes: [] };
  return { ...base, object: objectName(planned.rendered.object), ...(await tryJob(stage, planned)) };
}

type Trial = Pick<PreviewedJob, 'action' | 'message' | 'writes'>;

async function tryJob({ jobTypes, dryRun, createContext, signal }: DryRunContext, planned: ObjectJob): Promise<Trial> {
  const type = jobTypes.get(planned.type);
  if (dryRun === undefined) return unknown(previewMessages.notReached);
  if (type.dryRun === undefined) return unknown(previewMessages.notSupported);
  let last: Message | undefined;
  const context = createContext(planned, (message) => {
    last = message;
  });
  dryRun.takeWrites();
  try {
    const effect = await type.dryRun(context);
    const writes = netWrites(dryRun.takeWrites());
    return {
      action: objectAction(writes, planned.rendered.object, effect),
      message: toMessage(effect.message),
      writes,
    };
  } catch (thrown) {
    const message = errorMessage(thrown);
    if (thrown instanceof WouldWaitError) return unknown(last ?? message);
    if (isUnreachable(thrown, signal)) return unknown(previewMessages.notReachedBecause({ reason: message }));
    return { action: 'refused', message, writes: [] };
  }
}

function unknown(message: Message): Trial {
  return { action: 'unknown', message, writes: [] };
}

/** What happened to the very object the job is about. */
function objectAction(
  writes: readonly DryRunWrite[],
  object: KubeObject,
  { left = false }: JobEffect,
): PreviewedAction {
  const own = writes.find(({ before, after }) => isSame(after ?? before, object));
  if (own !== undefined) return writeAction(own);
  return left ? 'keep' : 'unchanged';
}

function isSame(one: KubeObject | undefined, other: KubeObject): boolean {
  if (one === undefined || one.kind !== other.kind) return false;
  return one.metadata.name === other.metadata.name && one.metadata.namespace === other.metadata.namespace;
}

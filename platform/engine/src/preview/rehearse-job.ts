import { errorMessage, type Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { nameOf } from '@kubemin/render';
import type { JobEffect } from '../job-result.ts';
import type { JobContext } from '../job-type.ts';
import type { JobTypeRegistry } from '../job-type-registry.ts';
import { previewMessages } from '../messages/preview.ts';
import type { ObjectJob, PlannedJob } from '../plan/plan.ts';
import { toMessage } from '../texts.ts';
import type { PreviewedAction, PreviewedJob } from './preview.ts';
import type { Rehearsal } from './rehearsal.ts';
import { changeOf, netWrites, type RehearsedWrite } from './rehearsed-write.ts';
import { isUnreachable } from './unreachable.ts';
import { WouldWait } from './unwaiting-clock.ts';

/** What trying out jobs takes. */
export interface RehearsalStage {
  readonly jobTypes: Pick<JobTypeRegistry, 'named'>;
  /** Undefined when the cluster cannot be asked. */
  readonly rehearsal: Rehearsal | undefined;
  readonly contextOf: (planned: ObjectJob, report: (message: Message) => void) => JobContext;
  readonly signal: AbortSignal;
}

/** Tries out one planned job; those before it have left their mark on the rehearsal. */
export async function rehearseJob(stage: RehearsalStage, planned: PlannedJob): Promise<PreviewedJob> {
  const { type, component, priority } = planned;
  const base = { type, component, priority };
  if (planned.kind === 'step') return { ...base, action: 'run', message: previewMessages.runsInTurn, writes: [] };
  return { ...base, object: nameOf(planned.rendered.object), ...(await tried(stage, planned)) };
}

type Trial = Pick<PreviewedJob, 'action' | 'message' | 'writes'>;

async function tried({ jobTypes, rehearsal, contextOf, signal }: RehearsalStage, planned: ObjectJob): Promise<Trial> {
  const type = jobTypes.named(planned.type);
  if (rehearsal === undefined) return unknown(previewMessages.notReached);
  if (type.rehearse === undefined) return unknown(previewMessages.notSupported);
  let last: Message | undefined;
  const context = contextOf(planned, (message) => {
    last = message;
  });
  rehearsal.takeWrites();
  try {
    const effect = await type.rehearse(context);
    const writes = netWrites(rehearsal.takeWrites());
    return { action: actionOf(writes, planned.rendered.object, effect), message: toMessage(effect.message), writes };
  } catch (thrown) {
    const message = errorMessage(thrown);
    if (thrown instanceof WouldWait) return unknown(last ?? message);
    if (isUnreachable(thrown, signal)) return unknown(previewMessages.notReachedBecause({ reason: message }));
    return { action: 'refused', message, writes: [] };
  }
}

function unknown(message: Message): Trial {
  return { action: 'unknown', message, writes: [] };
}

/** What happened to the very object the job is about. */
function actionOf(writes: readonly RehearsedWrite[], object: KubeObject, { left = false }: JobEffect): PreviewedAction {
  const own = writes.find(({ before, after }) => isSame(after ?? before, object));
  if (own !== undefined) return changeOf(own);
  return left ? 'keep' : 'unchanged';
}

function isSame(one: KubeObject | undefined, other: KubeObject): boolean {
  if (one === undefined || one.kind !== other.kind) return false;
  return one.metadata.name === other.metadata.name && one.metadata.namespace === other.metadata.namespace;
}

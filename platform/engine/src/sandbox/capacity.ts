import type { Message } from '@kubemin/base/message';
import { core } from '@kubemin/kubeapi/resources';
import { sandboxMessages } from '../messages/index.ts';
import { RejectedError, type StepContext } from '../task/index.ts';
import { deviceShortage, quotaShortage } from './shortage.ts';

/** What a pod requests, where, and what to do while that is not available. */
export interface CapacityRequest {
  readonly namespace: string;
  /** By resource. */
  readonly asked: Readonly<Record<string, string>>;
  readonly onUnschedulable: 'wait' | 'reject';
  /** When waiting is over: milliseconds since the epoch. */
  readonly until: number;
}

/** Resources every machine has. Whether there is enough of them is left to the scheduler, which knows all the rules. */
const ORDINARY = ['cpu', 'memory', 'ephemeral-storage', 'pods'];

type CapacityContext = Pick<
  StepContext<unknown>,
  'client' | 'clock' | 'settings' | 'signal' | 'report' | 'waitWithoutSlot'
>;

/**
 * Looks before a pod is made whether quotas allow it and, when it is not to wait, whether a machine has the devices it
 * asks for. Throws RejectedError when there is no room, at once or after waiting for it in vain.
 */
export async function requireCapacity(context: CapacityContext, request: CapacityRequest): Promise<void> {
  for (;;) {
    const shortage = (await quotaProblem(context, request)) ?? (await deviceProblem(context, request));
    if (shortage === undefined) return;
    await waitForCapacity(context, request, shortage);
  }
}

/** A pause before the next look for room. Throws RejectedError when there is nothing to wait for any more. */
export async function waitForCapacity(
  context: CapacityContext,
  request: CapacityRequest,
  shortage: Message,
): Promise<void> {
  const { clock, settings, signal } = context;
  const left = request.until - clock.now();
  if (request.onUnschedulable === 'reject' || left <= 0) throw noCapacity(shortage, request.onUnschedulable);
  await context.report(sandboxMessages.waitingForCapacity({ shortage }));
  await context.waitWithoutSlot(() => clock.sleep(Math.min(settings.pollIntervalMs, left), signal));
  signal.throwIfAborted();
}

/** The error of a job for which there is no capacity. */
export function noCapacity(shortage: Message, mode: CapacityRequest['onUnschedulable']): RejectedError {
  const message = mode === 'wait' ? sandboxMessages.capacityTimeout : sandboxMessages.noCapacity;
  return new RejectedError(message({ shortage }), { code: 'NO_CAPACITY' });
}

async function quotaProblem({ client, signal }: CapacityContext, { namespace, asked }: CapacityRequest) {
  const { items } = await client.resource(core.v1.resourcequotas, namespace).list({ signal });
  return quotaShortage(items, asked);
}

/** Pods that wait are queued by the scheduler itself, which is fairer than polling. */
async function deviceProblem({ client, signal }: CapacityContext, { asked, onUnschedulable }: CapacityRequest) {
  const devices = Object.entries(asked).filter(([resource]) => !ORDINARY.includes(resource));
  if (devices.length === 0 || onUnschedulable === 'wait') return undefined;
  const [nodes, pods] = await Promise.all([
    client.resource(core.v1.nodes).list({ signal }),
    client.resource(core.v1.pods).list({ signal }),
  ]);
  const machines = { nodes: nodes.items, pods: pods.items };
  return devices.map(([resource, amount]) => deviceShortage(machines, resource, amount)).find(Boolean);
}

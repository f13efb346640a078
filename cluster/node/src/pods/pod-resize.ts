import { toError } from '@kubemin/base';
import { type Amounts, deepEqual, parseQuantity, podRequests, timestamp } from '@kubemin/kubeapi';
import type { Container, Pod, PodCondition, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerResources, ContainerStatus } from '../runtime/index.ts';
import { latestAttempt, type PodObservation } from './pod-observation.ts';

/** What limits resizes of pods that run. */
export interface NodeRoom {
  /** What all pods together can have. */
  readonly capacity: Amounts;
  /** What the other pods of the node ask for. */
  takenByOthers(pod: Pod): Amounts;
  /** Limits of containers that run can be changed. */
  readonly canResize: boolean;
}

/** The resources that containers have, for the status of their pod. */
export interface AppliedResources {
  /** Of a container by name: what the node has agreed to. */
  allocated(name: string): ResourceRequirements | undefined;
  /** Of a container by its id in the runtime: what it runs with. */
  applied(id: string): ResourceRequirements | undefined;
  readonly conditions: readonly PodCondition[];
}

/** The conditions of a resize; they are there only while they hold. */
export const RESIZE_CONDITIONS: readonly string[] = ['PodResizePending', 'PodResizeInProgress'];

/** Changes a container that runs. */
export type ResizeAction =
  | { readonly kind: 'update'; readonly id: string; readonly container: Container }
  | { readonly kind: 'restart'; readonly attempt: number; readonly container: Container };

interface Pending {
  readonly reason: 'Deferred' | 'Infeasible';
  readonly message: string;
}

const ERROR_RETRY_MS = 10_000;

/**
 * Resizes one pod in place. The node agrees to new resources when it has room for them; until then containers are made, and
 * reported, with those that it has agreed to before.
 */
export class PodResize implements AppliedResources {
  readonly #room: NodeRoom;
  readonly #allocated = new Map<string, ResourceRequirements>();
  readonly #applied = new Map<string, ResourceRequirements>();
  #pending: Pending | undefined;
  #failure: { readonly message: string; readonly retryAt: number } | undefined;
  #isInProgress = false;
  #times = new Map<string, { readonly key: string; readonly since: string }>();
  #now = 0;

  constructor(room: NodeRoom) {
    this.#room = room;
  }

  /** The pod as it is to run: with the resources that the node has agreed to. */
  allocate(pod: Pod, now: number): Pod {
    this.#now = now;
    const { spec } = pod;
    if (spec === undefined) return pod;
    const all = [...spec.containers, ...(spec.initContainers ?? [])];
    for (const container of all) {
      if (this.#allocated.has(container.name)) continue;
      // An earlier agent may have agreed to something else than what is asked for now.
      this.#allocated.set(container.name, reportedResources(pod, container.name) ?? container.resources ?? {});
    }
    const changed = all.filter(({ name, resources = {} }) => !deepEqual(this.#allocated.get(name), resources));
    this.#pending = changed.length === 0 ? undefined : this.#refusal(pod);
    if (this.#pending === undefined) {
      for (const { name, resources = {} } of changed) this.#allocated.set(name, resources);
    }
    const withAllocated = (container: Container): Container => {
      const resources = this.#allocated.get(container.name);
      return resources === undefined ? container : { ...container, resources };
    };
    return {
      ...pod,
      spec: {
        ...spec,
        containers: spec.containers.map(withAllocated),
        ...(spec.initContainers && { initContainers: spec.initContainers.map(withAllocated) }),
      },
    };
  }

  /** What is to be done so that containers run with what the node has agreed to. */
  plan({ pod, containers, sandbox, now }: PodObservation): readonly ResizeAction[] {
    const { containers: apps = [], initContainers = [] } = pod.spec ?? {};
    const actions = [...apps, ...initContainers].flatMap((container): readonly ResizeAction[] => {
      const status = latestAttempt(containers, container.name, sandbox?.id);
      if (status?.state !== 'running') return [];
      const before = this.#resourcesOf(pod, status, container);
      const changed = changedResources(before, container.resources ?? {});
      if (changed.length === 0) return [];
      const isRestarted = (container.resizePolicy ?? []).some(
        ({ resourceName, restartPolicy }) => restartPolicy === 'RestartContainer' && changed.includes(resourceName),
      );
      if (isRestarted) return [{ kind: 'restart', attempt: status.attempt, container }];
      return [{ kind: 'update', id: status.id, container }];
    });
    this.#isInProgress = actions.length > 0;
    if (actions.length === 0) this.#failure = undefined;
    return this.#failure !== undefined && this.#failure.retryAt > now ? [] : actions;
  }

  /** When what failed is tried again. */
  get retryAt(): number {
    return this.#failure?.retryAt ?? 0;
  }

  /** A container runs with what the node has agreed to. */
  setApplied(id: string, { resources = {} }: Container): void {
    this.#applied.set(id, resources);
  }

  setFailure(error: unknown, now: number): void {
    this.#failure = { message: toError(error).message, retryAt: now + ERROR_RETRY_MS };
  }

  allocated(name: string): ResourceRequirements | undefined {
    return this.#allocated.get(name);
  }

  applied(id: string): ResourceRequirements | undefined {
    return this.#applied.get(id);
  }

  get conditions(): readonly PodCondition[] {
    const pending = this.#pending && [this.#condition('PodResizePending', this.#pending)];
    const failure = this.#failure && { reason: 'Error', message: this.#failure.message };
    const progress = this.#isInProgress ? [this.#condition('PodResizeInProgress', failure ?? {})] : [];
    return [...(pending ?? []), ...progress];
  }

  #condition(type: string, why: { readonly reason?: string; readonly message?: string }): PodCondition {
    const key = JSON.stringify(why);
    const known = this.#times.get(type);
    const since = known?.key === key ? known.since : timestamp(this.#now);
    this.#times.set(type, { key, since });
    return { type, status: 'True', ...why, lastTransitionTime: since };
  }

  /** What a container was started with is what was agreed to then; an earlier agent has reported it. */
  #resourcesOf(pod: Pod, { id }: ContainerStatus, container: Container): ResourceRequirements {
    const known = this.#applied.get(id);
    if (known !== undefined) return known;
    const reported = statusOf(pod, container.name);
    const isSame = reported?.containerID?.endsWith(`://${id}`) === true;
    const resources = (isSame ? reported?.resources : undefined) ?? container.resources ?? {};
    this.#applied.set(id, resources);
    return resources;
  }

  #refusal(pod: Pod): Pending | undefined {
    const { capacity, canResize } = this.#room;
    if (!canResize) return { reason: 'Infeasible', message: 'In-place resize is not supported on this node' };
    const requested = podRequests(pod);
    const taken = this.#room.takenByOthers(pod);
    for (const name of ['cpu', 'memory'] as const) {
      const [wanted = 0, used = 0, total = 0] = [requested[name], taken[name], capacity[name]];
      if (wanted > total) {
        const message = `Node didn't have enough capacity: ${name}, requested: ${wanted}, capacity: ${total}`;
        return { reason: 'Infeasible', message };
      }
      if (wanted + used > total) {
        const message = `Node didn't have enough resource: ${name}, requested: ${wanted}, used: ${used}, capacity: ${total}`;
        return { reason: 'Deferred', message };
      }
    }
    return undefined;
  }
}

/** The limits of a container as its runtime takes them. */
export function containerResources({ resources }: Pick<Container, 'resources'>): ContainerResources {
  const { limits = {}, requests = {} } = resources ?? {};
  const amount = (quantity: string | undefined, unit: number): number | undefined =>
    quantity === undefined ? undefined : parseQuantity(quantity).toNumber() * unit;
  return {
    cpuLimit: amount(limits.cpu, 1000),
    cpuRequest: amount(requests.cpu, 1000),
    memoryLimit: amount(limits.memory, 1),
  };
}

function changedResources(before: ResourceRequirements, after: ResourceRequirements): readonly string[] {
  return ['cpu', 'memory'].filter(
    (name) => before.limits?.[name] !== after.limits?.[name] || before.requests?.[name] !== after.requests?.[name],
  );
}

function reportedResources(pod: Pod, name: string): ResourceRequirements | undefined {
  return statusOf(pod, name)?.resources;
}

function statusOf({ status }: Pod, name: string) {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return all.find((one) => one.name === name);
}

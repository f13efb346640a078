import type { Clock, Logger } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { isControlledBy, type ReconcileResult, type Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, ignoreNotFound } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { CallError, type FunctionRouter } from '../gateway/index.ts';
import type { DialInstance } from '../instances/index.ts';
import { type FunctionObject, type FunctionRevision, functions } from '../resources/index.ts';
import { resolveScaling } from '../scaling/index.ts';
import { templateProblem } from './code-source.ts';
import { FunctionState, restoreScaling, type Times } from './function-state.ts';
import { makeStatus, type Problem } from './function-status.ts';
import type { StoredRevision } from './function-template.ts';
import { InstanceLinks, type LinkState } from './instance-links.ts';
import { REVISION_LABEL } from './instance-pods.ts';
import { InstanceStarter, type InstanceStarterOptions } from './instance-starter.ts';
import { type InstancePlan, planInstances } from './plan-instances.ts';
import type { RevisionStore } from './revision-store.ts';

export interface FunctionReconcilerOptions extends InstanceStarterOptions {
  readonly functions: Informer<FunctionObject>;
  readonly revisions: RevisionStore;
  readonly router: FunctionRouter;
  readonly dial: DialInstance;
  /** Why nothing can run in this cluster. */
  readonly unavailable?: Message | undefined;
  /** The URL of the gateway. */
  readonly url: () => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly enqueue: (key: string) => void;
}

/** What one reconcile has found out. */
interface Observed {
  readonly object: FunctionObject;
  readonly state: FunctionState;
  readonly revisions: readonly StoredRevision[];
  readonly known: readonly FunctionRevision[];
  readonly pods: readonly Pod[];
}

/** A new revision that is ready gets the requests after this time also with fewer instances than it should have. */
const TAKE_OVER_MS = 30_000;
const LONGEST_NAME = 50;

/** Gives each function the instances it should have, and the gateway what it has to know of it. */
export class FunctionReconciler implements Reconciler {
  readonly #options: FunctionReconcilerOptions;
  readonly #starter: InstanceStarter;
  readonly #states = new Map<string, FunctionState>();

  constructor(options: FunctionReconcilerOptions) {
    this.#options = options;
    this.#starter = new InstanceStarter(options);
  }

  state(key: string): FunctionState | undefined {
    return this.#states.get(key);
  }

  /** Ends what is under way; instances go on serving. */
  stop(): void {
    for (const { links } of this.#states.values()) links.stop();
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const object = this.#options.functions.get(key);
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) {
      await this.#remove(key, signal);
      return undefined;
    }
    const state = this.#state(key, object);
    const { unavailable, runtimes } = this.#options;
    const { name = '' } = object.metadata;
    const wrong =
      unavailable?.message ??
      (name.length > LONGEST_NAME ? `the name has more than ${LONGEST_NAME} characters` : undefined) ??
      templateProblem(object.spec, runtimes);
    if (wrong !== undefined) return this.#refuse(key, object, wrong, signal);
    await this.#routeFirst(key, object, signal);
    const revisions = await this.#options.revisions.ensure(object, signal);
    const pods = await this.#settlePods(key, object, state, revisions, signal);
    const observed: Observed = {
      object,
      state,
      revisions,
      pods,
      known: this.#describe(object, state, revisions, pods),
    };
    const plan = this.#plan(key, observed);
    await this.#route(key, object, plan, signal, observed.known.at(-1)?.message);
    const isStored = await this.#report(observed, plan, signal);
    await this.#apply(observed, plan, signal);
    const used = new Set([...plan.instances.keys(), ...plan.traffic.map(({ revision }) => revision)]);
    for (const { metadata } of pods) used.add(metadata.labels?.[REVISION_LABEL] ?? '');
    await this.#options.revisions.prune(revisions, used, object.spec.revisionHistoryLimit, signal);
    const now = this.#options.clock.monotonic();
    const delay = state.starts.delay(revisions.at(-1)?.name ?? '', now);
    if (delay > 0) return { requeueAfterMs: delay };
    const next = state.nextLook(now, isStored);
    return next === undefined ? undefined : { requeueAfterMs: next };
  }

  #times(): Times {
    const { clock } = this.#options;
    return { now: clock.now(), monotonic: clock.monotonic() };
  }

  #state(key: string, object: FunctionObject): FunctionState {
    const { router, dial, clock, logger, enqueue } = this.#options;
    const { uid = '' } = object.metadata;
    const settings = resolveScaling(object.spec.scaling);
    const found = this.#states.get(key);
    if (found !== undefined && found.uid === uid) {
      found.settings = settings;
      return found;
    }
    if (found !== undefined) this.#forget(key, found);
    const links = new InstanceLinks({ key, router, dial, clock, logger, onChange: () => enqueue(key) });
    const scaling = restoreScaling(object.status?.scaling, settings, this.#times());
    const state = new FunctionState({ uid, links, settings, scaling });
    this.#states.set(key, state);
    return state;
  }

  #forget(key: string, state: FunctionState): void {
    this.#options.router.remove(key);
    for (const pod of state.links.pods()) state.links.close(pod);
    this.#states.delete(key);
  }

  /** The pods that the function still has are deleted with it by the cluster; this is only sooner. */
  async #remove(key: string, signal: AbortSignal): Promise<void> {
    const state = this.#states.get(key);
    if (state === undefined) this.#options.router.remove(key);
    else this.#forget(key, state);
    const [namespace = '', name = ''] = key.split('/');
    for (const pod of this.#options.pods.ofFunction(namespace, name)) await this.#starter.delete(pod, signal);
  }

  async #refuse(key: string, object: FunctionObject, message: string, signal: AbortSignal): Promise<undefined> {
    const failure: Problem = {
      reason: this.#options.unavailable === undefined ? 'InvalidSpec' : 'NothingRuns',
      message,
    };
    this.#options.router.set(key, this.#makeRoute(object, [], new CallError(503, failure.reason, verbatim(message))));
    const facts = {
      ...{ revisions: [...(object.status?.revisions ?? [])], active: undefined, instances: 0, readyInstances: 0 },
      ...{ buildFailure: undefined, isBuilt: false, failure, waitingFor: undefined, url: this.#url(object) },
      scaling: object.status?.scaling,
    };
    const status = makeStatus(object, object.status, facts, this.#nowText());
    if (!deepEqual(object.status, status)) await this.#writeStatus(object, status, signal);
    return undefined;
  }

  /** Connects to pods that run, and deletes those that are of no use any more. Returns the others. */
  async #settlePods(
    key: string,
    object: FunctionObject,
    { links, starts, written }: FunctionState,
    revisions: readonly StoredRevision[],
    signal: AbortSignal,
  ): Promise<readonly Pod[]> {
    const [namespace = '', name = ''] = key.split('/');
    const kept: Pod[] = [];
    // After a restart of the machine all instances have ended, and nothing is wrong with their code.
    const wasLoaded = ({ name: one }: StoredRevision): boolean =>
      (written ?? object.status)?.revisions?.some((found) => found.name === one && found.ready === true) === true;
    const found = this.#options.pods.ofFunction(namespace, name);
    const present = new Set(found.map(({ metadata }) => metadata.name ?? ''));
    for (const gone of links.pods()) if (!present.has(gone)) links.close(gone);
    this.#options.router.keepInstances(key, present);
    for (const pod of found) {
      const podName = pod.metadata.name ?? '';
      const revision = revisions.find((one) => one.name === pod.metadata.labels?.[REVISION_LABEL]);
      const phase = pod.status?.phase;
      if (pod.metadata.deletionTimestamp !== undefined) {
        links.drain(podName);
        continue;
      }
      const state = links.state(podName);
      const isEnded = phase === 'Failed' || phase === 'Succeeded' || state?.kind === 'lost';
      const isDrained = state?.kind === 'draining' && state.isDrained;
      if (state?.kind === 'ready') starts.reset();
      else if (isEnded && isFailedStart(state) && revision !== undefined && !wasLoaded(revision)) {
        starts.add(revision.name, describeEnd(pod), this.#options.clock.monotonic());
      }
      if (isEnded || isDrained || !isControlledBy(pod, object) || revision === undefined) {
        links.drain(podName);
        await this.#starter.delete(pod, signal, state?.kind === 'lost' ? 0 : undefined);
        links.close(podName);
        this.#options.router.removeInstance(key, podName);
        continue;
      }
      if (phase === 'Running') await this.#starter.link(pod, { object, revision, links }, signal);
      kept.push(pod);
    }
    return kept;
  }

  /** What is known of the revisions: from the status, and from the instances. */
  #describe(
    object: FunctionObject,
    { links, written, starts }: FunctionState,
    revisions: readonly StoredRevision[],
    pods: readonly Pod[],
  ): readonly FunctionRevision[] {
    const stored = written ?? object.status;
    return revisions.map(({ name, number, template }) => {
      const before = stored?.revisions?.find((one) => one.name === name);
      const own = pods.filter(({ metadata }) => metadata.labels?.[REVISION_LABEL] === name);
      const states = own.map(({ metadata }) => links.state(metadata.name ?? ''));
      const failed = states.find((state) => state?.kind === 'failed');
      const isReady = states.some((state) => state?.kind === 'ready');
      const broken = starts.broken(name);
      const failure = failed === undefined ? broken : `${failed.type}: ${failed.message}`;
      const ready = isReady ? true : failure === undefined ? before?.ready : false;
      const message = failure ?? before?.message;
      const digest = template.source?.digest;
      return {
        name,
        number,
        ...(digest !== undefined && { digest }),
        ...(ready !== undefined && { ready }),
        ...(ready === false && message !== undefined && { message }),
        instances: own.length,
        at: before?.at ?? this.#nowText(),
      };
    });
  }

  #plan(key: string, { object, state, known, pods }: Observed): InstancePlan {
    const { clock, router } = this.#options;
    const now = clock.monotonic();
    state.apply({ type: 'tick' }, now);
    // Calls that arrived while no controller ran.
    if (state.scaling.instances === 0 && router.waiting(key) > 0) state.apply({ type: 'call' }, now);
    const newest = known.at(-1);
    if (newest?.ready !== true) state.readyAt = undefined;
    else if (state.readyAt?.revision !== newest.name) state.readyAt = { revision: newest.name, at: now };
    return planInstances({
      revisions: known.map(({ name, ready }) => ({
        name,
        ready,
        readyInstances: this.#count(state, pods, name, 'ready'),
      })),
      active: (state.written ?? object.status)?.activeRevision,
      traffic: object.spec.traffic ?? [],
      wanted: state.scaling.instances,
      isOverdue: state.readyAt !== undefined && now - state.readyAt.at >= TAKE_OVER_MS,
    });
  }

  #count({ links }: FunctionState, pods: readonly Pod[], revision: string, kind: 'ready'): number {
    return pods.filter(({ metadata: { name = '', labels } }) => {
      return labels?.[REVISION_LABEL] === revision && links.state(name)?.kind === kind;
    }).length;
  }

  /** Calls may wait from now on. */
  async #routeFirst(key: string, object: FunctionObject, signal: AbortSignal): Promise<void> {
    const { router } = this.#options;
    if (router.find(key) !== undefined) return;
    const token = await this.#token(object, signal);
    router.set(key, { ...this.#makeRoute(object, []), token });
  }

  async #route(
    key: string,
    object: FunctionObject,
    { traffic }: InstancePlan,
    signal: AbortSignal,
    message = 'the code could not be loaded',
  ): Promise<void> {
    const failure = traffic.length > 0 ? undefined : new CallError(500, 'LoadError', verbatim(message));
    const token = await this.#token(object, signal);
    this.#options.router.set(key, { ...this.#makeRoute(object, traffic, failure), token });
  }

  async #token(object: FunctionObject, signal: AbortSignal): Promise<string | undefined> {
    return object.spec.auth === 'token' ? this.#options.objects.functionToken(object, signal) : undefined;
  }

  #makeRoute({ metadata, spec }: FunctionObject, traffic: InstancePlan['traffic'], failure?: CallError) {
    return {
      ...{ namespace: metadata.namespace ?? '', name: metadata.name ?? '', traffic, failure },
      timeoutMs: spec.timeoutSeconds * 1_000,
      maxBodyBytes: spec.maxBodyBytes,
      concurrency: spec.concurrency,
      idempotent: spec.idempotent,
      hasPaths: this.#options.runtimes.get(spec.runtime)?.program === undefined,
    };
  }

  /** Returns whether the status has the level as it is. */
  async #report({ object, state, known, pods }: Observed, plan: InstancePlan, signal: AbortSignal): Promise<boolean> {
    const newest = known.at(-1);
    const instances = [...plan.instances.values()].reduce((sum, count) => sum + count, 0);
    const readyInstances = known.reduce((sum, { name }) => sum + this.#count(state, pods, name, 'ready'), 0);
    const buildFailure =
      newest?.ready === false
        ? { reason: 'LoadFailed', message: newest.message ?? 'the code could not be loaded' }
        : undefined;
    const before = state.written ?? object.status;
    const scaling = state.status(before?.scaling, this.#times());
    const status = makeStatus(
      object,
      before,
      {
        ...{ revisions: [...known], active: plan.active, instances, readyInstances, scaling, buildFailure },
        isBuilt: newest?.ready === true,
        failure: plan.traffic.length === 0 ? buildFailure : undefined,
        waitingFor: readyInstances === 0 ? findPodProblem(pods) : undefined,
        url: this.#url(object),
      },
      this.#nowText(),
    );
    if (!deepEqual(before, status)) await this.#writeStatus(object, status, signal);
    state.written = status;
    state.isStoreDue = false;
    return scaling.level === Math.round(state.scaling.level * 100) / 100;
  }

  async #apply({ object, state, revisions, pods }: Observed, plan: InstancePlan, signal: AbortSignal) {
    const { links, starts } = state;
    const now = this.#options.clock.monotonic();
    for (const revision of revisions) {
      const wanted = plan.instances.get(revision.name) ?? 0;
      const own = pods.filter(({ metadata: { name = '', labels } }) => {
        return labels?.[REVISION_LABEL] === revision.name && links.state(name)?.kind !== 'draining';
      });
      const isDelayed = starts.delay(revision.name, now) > 0;
      for (let missing = isDelayed ? 0 : wanted - own.length; missing > 0; missing -= 1) {
        await this.#starter.start({ object, revision, links }, signal);
      }
      const surplus = [...own].sort((one, other) => this.#use(state, one) - this.#use(state, other));
      for (const pod of surplus.slice(0, Math.max(own.length - wanted, 0))) await this.#drain(pod, state, signal);
    }
  }

  /** Instances that do not serve are removed first, then those with the fewest calls. */
  #use({ links }: FunctionState, { metadata: { name = '' } }: Pod): number {
    return links.state(name)?.kind === 'ready' ? 1 + links.inFlight(name) : 0;
  }

  async #drain(pod: Pod, { links }: FunctionState, signal: AbortSignal): Promise<void> {
    const { name = '' } = pod.metadata;
    links.drain(name);
    const state = links.state(name);
    if (state?.kind === 'draining' && !state.isDrained) return;
    await this.#starter.delete(pod, signal);
    links.close(name);
  }

  async #writeStatus(object: FunctionObject, status: object, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '' } = object.metadata;
    const operations = [{ op: 'add' as const, path: '/status', value: status }];
    const resource = this.#options.client.resource(functions, namespace);
    await ignoreNotFound(resource.patch(name, { type: 'json', body: operations }, { subresource: 'status', signal }));
  }

  #url({ metadata: { namespace, name } }: FunctionObject): string | undefined {
    const url = this.#options.url();
    return url === undefined ? undefined : `${url}/functions/${namespace}/${name}`;
  }

  #nowText(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

/** Whether an instance that has ended was never ready. */
function isFailedStart(state: LinkState | undefined): boolean {
  return state === undefined || state.kind === 'preparing' || (state.kind === 'lost' && !state.wasReady);
}

/** Why pods do not start, in the words of the cluster. */
function findPodProblem(pods: readonly Pod[]): Problem | undefined {
  for (const { status } of pods) {
    const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting?.message !== undefined)?.state
      ?.waiting;
    if (waiting?.message !== undefined) return { reason: waiting.reason ?? 'Waiting', message: waiting.message };
    const unscheduled = status?.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False');
    if (unscheduled?.message !== undefined) {
      return { reason: unscheduled.reason ?? 'Unschedulable', message: unscheduled.message };
    }
  }
  return undefined;
}

function describeEnd({ metadata, status }: Pod): string {
  const terminated = status?.containerStatuses?.find(({ state }) => state?.terminated !== undefined)?.state?.terminated;
  const reason =
    terminated === undefined ? (status?.message ?? status?.reason ?? '') : `exit code ${terminated.exitCode}`;
  return `the instance ${metadata.name} ended while its code was loaded${reason === '' ? '' : `: ${reason}`}`;
}

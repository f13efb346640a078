import { type Clock, type Logger, type Random, randomString, toError } from '@kubemin/base';
import type { ReconcileResult, Reconciler } from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { ignoreNotFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type DialInstance, InstanceConnections, probeInstance } from '../instances/index.ts';
import type { FunctionObject } from '../resources/index.ts';
import type { FunctionRuntime } from '../runtimes/index.ts';
import { functionTemplate } from './function-template.ts';
import { instancePort, makePoolPod, needsOwnPod, RUNTIME_LABEL } from './instance-pods.ts';
import type { KnownPods } from './known-pods.ts';
import type { NamespaceObjects } from './namespace-objects.ts';

export interface FunctionPoolOptions {
  readonly client: KubeClient;
  readonly functions: Informer<FunctionObject>;
  readonly pods: KnownPods;
  readonly objects: NamespaceObjects;
  readonly runtimes: ReadonlyMap<string, FunctionRuntime>;
  readonly dial: DialInstance;
  /** Pods per namespace and runtime. */
  readonly size: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** A pod was taken or lost: the pool of the key must be filled. */
  readonly onChange: (key: string) => void;
}

interface Member {
  readonly pod: Pod;
  readonly connections: InstanceConnections;
  readonly stop: AbortController;
  state: 'starting' | 'listening' | 'lost';
}

const SUFFIX = 'bcdfghjkmnpqrstvwxz23456789';
const RETRY_MS = 1_000;

/** Pods whose runtime has started and that wait for code. Its keys are NAMESPACE/RUNTIME. */
export class FunctionPool implements Reconciler {
  readonly #options: FunctionPoolOptions;
  readonly #members = new Map<string, Member>();
  /** Pods that are becoming instances, with the key of their pool. */
  readonly #taken = new Map<string, string>();

  constructor(options: FunctionPoolOptions) {
    this.#options = options;
  }

  /** A pod that listens; it belongs to the caller from now on, together with its connections. */
  take(
    namespace: string,
    runtime: string,
  ): { readonly pod: Pod; readonly connections: InstanceConnections } | undefined {
    for (const pod of this.#options.pods.ofPool(namespace, runtime)) {
      const key = podKey(pod);
      const member = this.#members.get(key);
      if (member?.state !== 'listening' || this.#taken.has(key)) continue;
      this.#taken.set(key, `${namespace}/${runtime}`);
      this.#members.delete(key);
      this.#options.onChange(`${namespace}/${runtime}`);
      return { pod, connections: member.connections };
    }
    return undefined;
  }

  /** Whether there is no pod that is still starting, or missing. */
  isFull(): boolean {
    const { functions, runtimes, size, pods } = this.#options;
    return functions.list().every(({ metadata: { namespace = '' }, spec }) => {
      const runtime = runtimes.get(spec.runtime);
      if (runtime === undefined || !this.#isWanted(namespace, runtime)) return true;
      const ready = pods
        .ofPool(namespace, runtime.name)
        .filter((pod) => this.#members.get(podKey(pod))?.state === 'listening');
      return ready.length >= size;
    });
  }

  /** A pod that did not become an instance. */
  giveBack(pod: Pod): void {
    this.#taken.delete(podKey(pod));
    this.#options.onChange(`${pod.metadata.namespace}/${pod.metadata.labels?.[RUNTIME_LABEL]}`);
  }

  async reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const [namespace = '', runtimeName = ''] = key.split('/');
    const { pods, runtimes, size } = this.#options;
    const runtime = runtimes.get(runtimeName);
    const found = pods.ofPool(namespace, runtimeName);
    this.#forgetTaken(key, found);
    const all = found.filter((pod) => !this.#taken.has(podKey(pod)));
    const wanted = runtime !== undefined && this.#isWanted(namespace, runtime) ? size : 0;
    const good: Pod[] = [];
    for (const pod of all) {
      const member = this.#follow(pod, runtime);
      const isEnded = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded' || member?.state === 'lost';
      if (pod.metadata.deletionTimestamp !== undefined) continue;
      if (isEnded || good.length >= wanted) await this.#remove(pod, signal);
      else good.push(pod);
    }
    this.#forgetGone(namespace, runtimeName, all);
    if (runtime === undefined) return undefined;
    for (let missing = wanted - good.length; missing > 0; missing -= 1) await this.#create(namespace, runtime, signal);
    return undefined;
  }

  /** Ends what is under way; the pods stay. */
  stop(): void {
    for (const { stop, connections } of this.#members.values()) {
      stop.abort();
      connections[Symbol.dispose]();
    }
  }

  #isWanted(namespace: string, runtime: FunctionRuntime): boolean {
    return this.#options.functions.list().some(({ metadata, spec }) => {
      const isHere = metadata.namespace === namespace && metadata.deletionTimestamp === undefined;
      return isHere && spec.runtime === runtime.name && !needsOwnPod(functionTemplate(spec), runtime);
    });
  }

  /** Waits for the program of a pod that has an address. */
  #follow(pod: Pod, runtime: FunctionRuntime | undefined): Member | undefined {
    const key = podKey(pod);
    const found = this.#members.get(key);
    const host = pod.status?.podIP;
    if (found !== undefined || runtime === undefined || host === undefined || pod.status?.phase !== 'Running')
      return found;
    const address = { host, port: instancePort({}, runtime) };
    const connections = new InstanceConnections({ address, dial: this.#options.dial, keepAlive: true });
    const member: Member = { pod, connections, stop: new AbortController(), state: 'starting' };
    this.#members.set(key, member);
    void this.#awaitProgram(member, `${pod.metadata.namespace}/${runtime.name}`);
    return member;
  }

  async #awaitProgram(member: Member, key: string): Promise<void> {
    const { clock, logger, onChange } = this.#options;
    const { signal } = member.stop;
    for (let pauseMs = 5; !signal.aborted; pauseMs = Math.min(2 * pauseMs, RETRY_MS)) {
      try {
        await probeInstance(member.connections, signal);
        member.state = 'listening';
        return onChange(key);
      } catch (error) {
        logger.debug('a pod of the pool does not listen yet', { pod: podKey(member.pod), error: toError(error) });
      }
      await clock.sleep(pauseMs, signal);
    }
  }

  /** Pods that were taken and have become instances, or are gone. */
  #forgetTaken(pool: string, found: readonly Pod[]): void {
    const present = new Set(found.map(podKey));
    for (const [key, from] of this.#taken) if (from === pool && !present.has(key)) this.#taken.delete(key);
  }

  #forgetGone(namespace: string, runtime: string, pods: readonly Pod[]): void {
    const present = new Set(pods.map(podKey));
    for (const [key, member] of this.#members) {
      const isOfKey = member.pod.metadata.namespace === namespace && makesRuntime(member.pod, runtime);
      if (!isOfKey || present.has(key)) continue;
      member.stop.abort();
      member.connections[Symbol.dispose]();
      this.#members.delete(key);
    }
  }

  async #create(namespace: string, runtime: FunctionRuntime, signal: AbortSignal): Promise<void> {
    const { client, objects, pods, random } = this.#options;
    await objects.token(namespace, signal);
    await objects.ensureProgram(runtime, namespace, signal);
    const pod = makePoolPod(runtime, namespace, randomString(random, 5, SUFFIX));
    pods.remember(await client.resource(core.v1.pods, namespace).create(pod, { signal }));
  }

  async #remove(pod: Pod, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '', uid } = pod.metadata;
    const { client, pods } = this.#options;
    await ignoreNotFound(client.resource(core.v1.pods, namespace).delete(name, { preconditions: { uid }, signal }));
    pods.forget(pod);
  }
}

function makesRuntime(pod: Pod, runtime: string): boolean {
  return pod.metadata.labels?.[RUNTIME_LABEL] === runtime;
}

function podKey({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}

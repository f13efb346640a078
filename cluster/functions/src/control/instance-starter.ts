import { type Random, randomString } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { ignoreNotFound, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { InstanceConnections } from '../instances/index.ts';
import type { FunctionObject } from '../resources/index.ts';
import type { FunctionRuntime } from '../runtimes/index.ts';
import type { CodeSource } from './code-source.ts';
import type { FunctionPool } from './function-pool.ts';
import type { StoredRevision } from './function-template.ts';
import type { InstanceLinks } from './instance-links.ts';
import { claimPatch, instancePort, makeInstancePod, needsOwnPod } from './instance-pods.ts';
import type { KnownPods } from './known-pods.ts';
import type { NamespaceObjects } from './namespace-objects.ts';

export interface InstanceStarterOptions {
  readonly client: KubeClient;
  readonly pods: KnownPods;
  readonly pool: FunctionPool;
  readonly code: CodeSource;
  readonly objects: NamespaceObjects;
  readonly runtimes: ReadonlyMap<string, FunctionRuntime>;
  readonly random: Random;
}

/** Which function and revision a pod is, or becomes, an instance of. */
export interface InstanceOwner {
  readonly object: FunctionObject;
  readonly revision: StoredRevision;
  readonly links: InstanceLinks;
}

const SUFFIX = 'bcdfghjkmnpqrstvwxz23456789';
const MIN_GRACE_SECONDS = 30;

/** Makes, connects and deletes the pods of functions. */
export class InstanceStarter {
  readonly #options: InstanceStarterOptions;

  constructor(options: InstanceStarterOptions) {
    this.#options = options;
  }

  /** A further instance: a pod of the pool where one waits, else a new one. */
  async start(owner: InstanceOwner, signal: AbortSignal): Promise<void> {
    const { client, pods, pool, runtimes } = this.#options;
    const { object, revision } = owner;
    const runtime = runtimes.get(revision.template.runtime);
    const { namespace = '' } = object.metadata;
    if (runtime === undefined) return;
    const taken = needsOwnPod(revision.template, runtime) ? undefined : pool.take(namespace, runtime.name);
    if (taken === undefined) return this.#create(owner, runtime, signal);
    const body = claimPatch(taken.pod, object, revision.name);
    const { name = '' } = taken.pod.metadata;
    try {
      const pod = await client.resource(core.v1.pods, namespace).patch(name, { type: 'merge', body }, { signal });
      pods.remember(pod);
      await this.link(pod, owner, signal, taken.connections);
    } catch (error) {
      pool.giveBack(taken.pod);
      if (!isStatusError(error, 'Conflict') && !isStatusError(error, 'NotFound')) throw error;
      await this.#create(owner, runtime, signal);
    }
  }

  /** Connects to a pod that runs, unless that has begun. */
  async link(
    pod: Pod,
    { object, revision, links }: InstanceOwner,
    signal: AbortSignal,
    connections?: InstanceConnections,
  ): Promise<void> {
    const { runtimes, objects, code } = this.#options;
    if (links.state(pod.metadata.name ?? '') !== undefined) return;
    const { namespace = '', name = '' } = object.metadata;
    const runtime = runtimes.get(revision.template.runtime);
    if (runtime === undefined) return;
    const load =
      runtime.program === undefined
        ? undefined
        : {
            token: await objects.token(namespace, signal),
            code: (linked: AbortSignal) => code.read(namespace, name, revision, linked),
          };
    const port = instancePort(revision.template, runtime);
    links.open({ pod, revision: revision.name, port, load, connections });
  }

  async delete(pod: Pod, signal: AbortSignal, gracePeriodSeconds?: number): Promise<void> {
    const { namespace = '', name = '', uid } = pod.metadata;
    const { client, pods } = this.#options;
    if (pod.metadata.deletionTimestamp !== undefined) return;
    const options = { preconditions: { uid }, signal, ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }) };
    try {
      await ignoreNotFound(client.resource(core.v1.pods, namespace).delete(name, options));
      pods.forget(pod);
    } catch (error) {
      // Another pod has its name.
      if (!isStatusError(error, 'Conflict')) throw error;
    }
  }

  async #create({ object, revision }: InstanceOwner, runtime: FunctionRuntime, signal: AbortSignal): Promise<void> {
    const { client, pods, objects, random } = this.#options;
    const { namespace = '' } = object.metadata;
    if (runtime.program !== undefined) await objects.token(namespace, signal);
    await objects.ensureProgram(runtime, namespace, signal);
    const pod = makeInstancePod({
      ...{ owner: object, revision: revision.name, template: revision.template, runtime },
      suffix: randomString(random, 5, SUFFIX),
      graceSeconds: Math.max(MIN_GRACE_SECONDS, Math.ceil(object.spec.timeoutSeconds)),
    });
    pods.remember(await client.resource(core.v1.pods, namespace).create(pod, { signal }));
  }
}

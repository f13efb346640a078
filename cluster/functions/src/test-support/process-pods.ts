import { connect } from 'node:net';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformer, type KubeClient } from '@kubemin/kube';
import { ignoreNotFound, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { TemporaryDirectory } from '@kubemin/testing';
import { RUNTIME_LABEL, TOKEN_SECRET } from '../control/instance-pods.ts';
import type { DialInstance } from '../instances/index.ts';
import { type RuntimeProcess, startRuntimeProcess } from './runtime-process.ts';

interface PodProcess {
  readonly ip: string;
  readonly process: Promise<RuntimeProcess>;
}

/**
 * Runs the pods of functions as processes of this machine: a node for tests of what is above it. Each pod has an address of
 * its own, which `dial` leads to the port of its process.
 */
export class ProcessPods implements AsyncDisposable {
  readonly #client: KubeClient;
  readonly #directory: TemporaryDirectory;
  readonly #stop = new AbortController();
  readonly #processes = new Map<string, PodProcess>();
  readonly #ended: Promise<void>[] = [];
  #count = 0;
  /** Pods that are created from now on stay Pending. */
  isPaused = false;

  constructor(client: KubeClient, directory: TemporaryDirectory) {
    this.#client = client;
    this.#directory = directory;
  }

  readonly dial: DialInstance = async ({ host }, signal) => {
    const found = [...this.#processes.values()].find(({ ip }) => ip === host);
    if (found === undefined) throw Object.assign(new Error(`no pod has ${host}`), { code: 'EHOSTUNREACH' });
    const { port } = await found.process;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(signal && { signal }) });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('connect', resolve).once('error', reject);
    await promise;
    return socket;
  };

  async start(): Promise<void> {
    const pods = createInformer({
      client: this.#client.resource(core.v1.pods),
      ...{ clock: systemClock, random: systemRandom, logger: silentLogger, labelSelector: RUNTIME_LABEL },
    });
    pods.onChange(({ type, key, object }) => {
      if (type === 'deleted') void this.#end(key);
      else if (!this.#processes.has(key) && !this.isPaused) this.#run(key, object);
    });
    pods.start(this.#stop.signal);
    await pods.synced;
  }

  /** The process of a pod, `namespace/name`. */
  async process(key: string): Promise<RuntimeProcess> {
    const found = this.#processes.get(key);
    if (found === undefined) throw new Error(`the pod ${key} has no process`);
    return found.process;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const { process } of this.#processes.values()) {
      const running = await process.catch(() => undefined);
      running?.kill();
      await running?.exited;
    }
    await Promise.all(this.#ended);
  }

  async #end(key: string): Promise<void> {
    const running = await this.#processes.get(key)?.process.catch(() => undefined);
    running?.kill('SIGTERM');
  }

  #run(key: string, pod: Pod): void {
    this.#count += 1;
    const ip = `10.244.${Math.floor(this.#count / 250)}.${(this.#count % 250) + 2}`;
    const process = this.#startProcess(key, pod);
    this.#processes.set(key, { ip, process });
    this.#ended.push(
      this.#follow(pod, ip, process).catch((error: unknown) => {
        // The cluster may be closed already.
        if (!this.#stop.signal.aborted) throw error;
      }),
    );
  }

  async #startProcess(key: string, pod: Pod): Promise<RuntimeProcess> {
    const { namespace = '', labels = {} } = pod.metadata;
    const secret = await this.#client.resource(core.v1.secrets, namespace).get(TOKEN_SECRET);
    const token = Buffer.from(secret.data?.token ?? '', 'base64').toString();
    const directory = join(this.#directory.path, key.replace('/', '-'));
    return startRuntimeProcess(labels[RUNTIME_LABEL] ?? '', directory, { FUNCTION_TOKEN: token });
  }

  async #follow(pod: Pod, podIP: string, process: Promise<RuntimeProcess>): Promise<void> {
    const running = await process;
    await this.#setStatus(pod, { phase: 'Running', podIP });
    await running.exited;
    if (!this.#stop.signal.aborted) await this.#setStatus(pod, { phase: 'Failed', podIP });
  }

  async #setStatus({ metadata: { namespace, name = '' } }: Pod, status: NonNullable<Pod['status']>): Promise<void> {
    try {
      const body = { status };
      await ignoreNotFound(
        this.#client.resource(core.v1.pods, namespace).patch(name, { type: 'merge', body }, { subresource: 'status' }),
      );
    } catch (error) {
      if (!isStatusError(error, 'Conflict')) throw error;
    }
  }
}

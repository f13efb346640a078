import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RecordedEvent } from '@kubemin/controller';
import type { Container, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContainerConfig, ContainerRuntime } from '../runtime/index.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { openSandboxRuntime } from '../sandbox/open-runtime.ts';
import { singleUser } from '../sandbox/user-map.ts';
import { hostContainer, makeHostImage } from '../test-support/host-image.ts';
import { stopNode } from '../test-support/stop-node.ts';
import { PodWorker } from './pod-worker.ts';
import { type ContainerPreparation, ContainerProblemError } from './worker-options.ts';

const missing = await missingNamespaces();
let image: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  image = await temporaryDirectory();
  if (missing === undefined) await makeHostImage(image.path);
});
afterAll(() => image.remove());

async function openRuntime(): Promise<{ readonly runtime: ContainerRuntime; readonly logs: string }> {
  const directory = await temporaryDirectory();
  const node = join(directory.path, 'node');
  // What is tested is outside of the namespaces of the node, and owns its files.
  const map = singleUser();
  const runtime = await openSandboxRuntime({ directory: node, map, clock: systemClock, random: systemRandom });
  const logs = join(directory.path, 'logs');
  await mkdir(logs);
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await stopNode(node);
    await directory.remove();
  });
  return { runtime, logs };
}

/** Runs the command of each container on the programs of this machine, without volumes. */
function hostPreparation(logDirectory: string): ContainerPreparation {
  return {
    preparePod: async ({ metadata }) => ({ hostname: metadata.name ?? '', logDirectory }),
    prepareContainer: async (_pod, container, attempt): Promise<ContainerConfig> => {
      if (container.image === 'missing:1') throw new ContainerProblemError('ErrImagePull', 'missing:1: not found');
      const { name, image: reference = '', command = [], args = [] } = container;
      return hostContainer(image.path, '', {
        ...{ name, attempt, command: [...command, ...args], logFile: `${name}-${attempt}.log` },
        image: { reference, id: 'sha256:1', root: image.path },
      });
    },
    terminationMessage: async () => '',
    explainEnd: async () => undefined,
    refreshPod: async () => undefined,
    findEviction: async () => undefined,
    cleanUpPod: async () => undefined,
  };
}

const shell = (name: string, script: string, more: Partial<Container> = {}): Container => ({
  ...{ name, image: 'host:1', command: ['sh', '-c', script] },
  ...more,
});

function makePod(spec: Partial<NonNullable<Pod['spec']>>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: crypto.randomUUID() },
    spec: { containers: [], terminationGracePeriodSeconds: 5, ...spec },
  };
}

interface RunningPod {
  readonly worker: PodWorker;
  readonly events: readonly RecordedEvent[];
  /** All that were written. */
  readonly statuses: readonly PodStatus[];
  readonly logs: string;
  readonly runtime: ContainerRuntime;
  status(): PodStatus;
  until(reached: (status: PodStatus) => boolean): Promise<PodStatus>;
  /** Resolves when the worker has ended. */
  readonly ended: Promise<void>;
  readonly isConfirmed: () => boolean;
  change(spec: Pod['spec']): void;
  delete(graceSeconds: number): void;
}

const FROM_LATER = [{ configMapRef: { name: 'later' } }];

async function runPod(
  pod: Pod,
  otherwise: Partial<ContainerRuntime> = {},
  preparing: Partial<ContainerPreparation> = {},
  protectPod?: (pod: Pod) => Promise<void>,
): Promise<RunningPod> {
  const { runtime: real, logs } = await openRuntime();
  const runtime = withMethods(real, otherwise);
  const events: RecordedEvent[] = [];
  const statuses: PodStatus[] = [];
  let stored = pod;
  let latest: PodStatus = {};
  let confirmed = false;
  let deleted: Pick<Pod['metadata'], 'deletionTimestamp' | 'deletionGracePeriodSeconds'> = {};
  const worker = new PodWorker(pod, {
    runtime,
    preparation: { ...hostPreparation(logs), ...preparing },
    reports: {
      writeStatus: async (_pod, status) => {
        latest = status;
        statuses.push(status);
        // As an informer would.
        worker.update({ ...stored, metadata: { ...pod.metadata, ...deleted }, status });
        return true;
      },
      confirmDeletion: async () => {
        confirmed = true;
      },
      recordEvent: (_pod, event) => events.push(event),
    },
    node: { hostIP: '10.244.0.1', runtime: 'sandbox' },
    room: { capacity: { cpu: 1000, memory: 2 ** 30 }, canResize: true, takenByOthers: () => ({}) },
    protectPod,
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
  runtime.onEvent(() => worker.wake());
  const stopping = new AbortController();
  const ended = worker.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await ended;
  });
  return {
    ...{ worker, events, statuses, logs, runtime, ended },
    status: () => latest,
    until: (reached) => eventually(() => latest, { until: reached }),
    isConfirmed: () => confirmed,
    change: (spec) => {
      stored = { ...pod, ...(spec && { spec }) };
      worker.update({ ...stored, status: latest });
    },
    delete: (graceSeconds) => {
      deleted = { deletionTimestamp: new Date().toISOString(), deletionGracePeriodSeconds: graceSeconds };
      worker.update({ ...pod, metadata: { ...pod.metadata, ...deleted }, status: latest });
    },
  };
}

/** The runtime with other methods in place of some of its own. */
function withMethods(runtime: ContainerRuntime, otherwise: Partial<ContainerRuntime>): ContainerRuntime {
  return new Proxy(runtime, {
    get: (target, key) => {
      const value: unknown = Reflect.get(Object.hasOwn(otherwise, key) ? otherwise : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe.skipIf(missing !== undefined)(`pods${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('init containers, then containers: Running with an address, ready, and with the events of a kubelet', async () => {
    const pod = await runPod(
      makePod({
        initContainers: [shell('setup', 'echo set up')],
        containers: [shell('main', 'echo hello; sleep 600')],
      }),
    );
    const status = await pod.until(
      ({ phase, containerStatuses }) => phase === 'Running' && containerStatuses?.[0]?.ready === true,
    );
    expect(status.podIP).toMatch(/^10\.244\.0\.\d+$/);
    expect(status.initContainerStatuses?.[0]).toMatchObject({
      ready: true,
      state: { terminated: { reason: 'Completed' } },
    });
    expect(status.conditions?.filter((condition) => condition.status !== 'True')).toEqual([]);
    expect(pod.events.map(({ reason }) => reason)).toEqual(['Created', 'Started', 'Created', 'Started']);
    await eventually(async () => (await readFile(join(pod.logs, 'main-0.log'), 'utf8')) === 'hello\n');
  });

  test('the volumes of a pod are refreshed at once when its labels have changed', async () => {
    const seen: unknown[] = [];
    const made = makePod({ containers: [shell('main', 'sleep 600')] });
    const refreshPod = async ({ metadata }: Pod): Promise<void> => {
      seen.push(metadata.labels?.tier);
    };
    const pod = await runPod(made, {}, { refreshPod });
    const status = await pod.until(({ phase }) => phase === 'Running');
    pod.worker.update({ ...made, metadata: { ...made.metadata, labels: { tier: 'new' } }, status });
    await eventually(() => seen.length > 0);
  });

  test('a resize is in progress until it is applied, and no status shows both', async () => {
    const small = { requests: { cpu: '10m' } };
    const resized = { requests: { cpu: '20m' } };
    const made = makePod({ containers: [shell('main', 'sleep 600', { resources: small })] });
    const updates: unknown[] = [];
    const pod = await runPod(made, { updateContainer: async (_id, resources) => void updates.push(resources) });
    await pod.until(({ phase }) => phase === 'Running');
    pod.change(makePod({ containers: [shell('main', 'sleep 600', { resources: resized })] }).spec);
    const isApplied = ({ containerStatuses }: PodStatus): boolean =>
      containerStatuses?.[0]?.resources?.requests?.cpu === '20m';
    const isGoingOn = ({ conditions = [] }: PodStatus): boolean =>
      conditions.some(({ type }) => type === 'PodResizeInProgress');
    await pod.until((status) => isApplied(status) && !isGoingOn(status));
    expect(pod.statuses.some(isGoingOn)).toBe(true);
    expect(pod.statuses.filter((status) => isApplied(status) && isGoingOn(status))).toEqual([]);
    expect(updates).toMatchObject([{ cpuRequest: 20 }]);
  });

  test('a pod is protected with its address before a container is made, and waits for it', async () => {
    const blocked = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<string>();
    const pod = await runPod(makePod({ containers: [shell('main', 'sleep 600')] }), {}, {}, ({ status }) => {
      asked.resolve(status?.podIP ?? '');
      return blocked.promise;
    });
    expect(await asked.promise).toMatch(/^10\.244\.0\.\d+$/);
    expect(await pod.runtime.listContainers()).toEqual([]);
    blocked.resolve();
    await pod.until(({ phase }) => phase === 'Running');
  });

  test('a container that ends is restarted at once, then waits in CrashLoopBackOff; its log of each attempt stays', async () => {
    const pod = await runPod(makePod({ containers: [shell('main', 'echo one more; exit 3')] }));
    const status = await pod.until(
      ({ containerStatuses }) => containerStatuses?.[0]?.state?.waiting?.reason === 'CrashLoopBackOff',
    );
    expect(status.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      ready: false,
      lastState: { terminated: { exitCode: 3, reason: 'Error' } },
    });
    expect(await readFile(join(pod.logs, 'main-0.log'), 'utf8')).toBe('one more\n');
    expect(await readFile(join(pod.logs, 'main-1.log'), 'utf8')).toBe('one more\n');
  });

  test('restart policy Never: Succeeded, and the sandbox is gone', async () => {
    const pod = await runPod(makePod({ restartPolicy: 'Never', containers: [shell('main', 'exit 0')] }));
    await pod.until(({ phase }) => phase === 'Succeeded');
    await eventually(() => pod.runtime.listSandboxes(), { until: ([sandbox]) => sandbox?.state === 'notReady' });
  });

  test('a program that is missing: StartError with exit code 128, then CrashLoopBackOff', async () => {
    const pod = await runPod(makePod({ containers: [{ name: 'main', image: 'host:1', command: ['nothing'] }] }));
    const status = await pod.until(
      ({ containerStatuses }) => containerStatuses?.[0]?.state?.waiting?.reason === 'CrashLoopBackOff',
    );
    expect(status.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 128,
      reason: 'StartError',
      message: 'exec: "nothing": executable file not found in $PATH',
    });
  });

  test('an image that is missing: waiting with the reason, while the other container runs', async () => {
    const containers = [shell('main', 'sleep 600', { image: 'missing:1' }), shell('other', 'sleep 600')];
    const pod = await runPod(makePod({ containers }));
    const status = await pod.until(({ containerStatuses }) => containerStatuses?.[1]?.state?.running !== undefined);
    expect(status.phase).toBe('Pending');
    expect(status.containerStatuses?.[0]?.state?.waiting?.message).toContain('missing:1: not found');
    const backedOff = await pod.until(
      ({ containerStatuses }) => containerStatuses?.[0]?.state?.waiting?.reason === 'ImagePullBackOff',
    );
    expect(backedOff.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      'Back-off pulling image "missing:1": ErrImagePull: missing:1: not found',
    );
    await eventually(() => pod.events.some(({ reason }) => reason === 'BackOff'));
    expect(pod.events.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Failed to pull image "missing:1": missing:1: not found',
        'Error: ErrImagePull',
        'Back-off pulling image "missing:1"',
        'Error: ImagePullBackOff',
      ]),
    );
  });

  test('deletion: containers have their grace period, sidecars end last, and nothing is left', async () => {
    const sidecar = shell('proxy', 'trap "exit 0" TERM; while :; do sleep 0.02; done', { restartPolicy: 'Always' });
    const main = shell('main', 'trap "exit 7" TERM; echo ready; while :; do sleep 0.02; done');
    const pod = await runPod(makePod({ initContainers: [sidecar], containers: [main] }));
    await pod.until(({ phase }) => phase === 'Running');
    await eventually(async () => (await readFile(join(pod.logs, 'main-0.log'), 'utf8')) === 'ready\n');
    pod.delete(10);
    await pod.ended;
    expect(pod.isConfirmed()).toBe(true);
    expect(pod.status().containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(7);
    expect(pod.events.filter(({ reason }) => reason === 'Killing').map(({ message }) => message)).toEqual([
      'Stopping container main',
      'Stopping container proxy',
    ]);
    expect(await pod.runtime.listSandboxes()).toEqual([]);
    expect(await pod.runtime.listContainers()).toEqual([]);
  });

  test('a second deletion with a shorter grace period is honoured while containers end, also while a preStop hook runs', async () => {
    const main = shell('main', 'trap "" TERM; echo ready; while :; do sleep 0.02; done');
    const slow = shell('slow', 'sleep 600', { lifecycle: { preStop: { exec: { command: ['sleep', '500'] } } } });
    const pod = await runPod(makePod({ containers: [main, slow] }));
    await pod.until(({ phase }) => phase === 'Running');
    await eventually(async () => (await readFile(join(pod.logs, 'main-0.log'), 'utf8')) === 'ready\n');
    pod.delete(600);
    await eventually(() => pod.events.filter(({ reason }) => reason === 'Killing').length === 2);
    pod.delete(1);
    await pod.ended;
    expect(pod.isConfirmed()).toBe(true);
    expect(pod.status()).toMatchObject({ phase: 'Failed' });
    expect(pod.status().containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(137);
  });

  test('a pod that is removed by force while it terminates is killed at once', async () => {
    const main = shell('main', 'trap "" TERM; echo ready; while :; do sleep 0.02; done');
    const pod = await runPod(makePod({ containers: [main] }));
    await eventually(async () => (await readFile(join(pod.logs, 'main-0.log'), 'utf8').catch(() => '')) === 'ready\n');
    pod.delete(600);
    await eventually(() => pod.events.some(({ reason }) => reason === 'Killing'));
    pod.worker.remove();
    await pod.ended;
    expect(await pod.runtime.listSandboxes()).toEqual([]);
  });

  test('activeDeadlineSeconds: the pod is ended as Failed with DeadlineExceeded, and nothing is started again', async () => {
    const containers = [shell('main', 'sleep 600')];
    const body = makePod({ activeDeadlineSeconds: 600, containers, terminationGracePeriodSeconds: 0 });
    const pod = await runPod(body);
    await pod.until(({ phase }) => phase === 'Running');
    pod.worker.update({ ...body, status: { ...pod.status(), startTime: '2020-01-01T00:00:00Z' } });
    const status = await pod.until(({ phase }) => phase === 'Failed');
    const message = 'Pod was active on the node longer than the specified deadline';
    expect(status).toMatchObject({ reason: 'DeadlineExceeded', message });
    expect(status.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(137);
    expect(pod.events).toContainEqual({ type: 'Normal', reason: 'DeadlineExceeded', message });
    expect(await pod.runtime.listSandboxes()).toMatchObject([{ state: 'notReady' }]);
  });

  test('a container that is made and cannot be started: RunContainerError after which nothing of it is left, tried again later', async () => {
    const pod = await runPod(makePod({ containers: [shell('main', 'sleep 600')] }), {
      startContainer: async () => {
        throw new RuntimeError('RUNTIME_BROKEN', verbatim('no processes left'));
      },
    });
    const status = await pod.until(
      ({ containerStatuses }) => containerStatuses?.[0]?.state?.waiting?.reason === 'RunContainerError',
    );
    expect(status.containerStatuses?.[0]).toMatchObject({
      restartCount: 0,
      state: { waiting: { message: 'no processes left' } },
    });
    await eventually(async () => (await pod.runtime.listContainers()).length === 0);
    expect(pod.events.find(({ reason }) => reason === 'Failed')?.message).toBe('Error: no processes left');
  });

  test('containers cannot be listed after a failed start: the failure is shown, and tried again later', async () => {
    let starts = 0;
    let failures = 0;
    const pod = await runPod(makePod({ containers: [shell('main', 'sleep 600')] }), {
      startContainer: async () => {
        starts += 1;
        throw new RuntimeError('RUNTIME_BROKEN', verbatim('no processes left'));
      },
      async listContainers(this: ContainerRuntime) {
        if (failures === starts) return this.listContainers();
        failures += 1;
        throw new RuntimeError('RUNTIME_BROKEN', verbatim('too many open files'));
      },
    });
    await pod.until(({ containerStatuses }) => containerStatuses?.[0]?.state?.waiting?.reason === 'RunContainerError');
    expect(failures).toBeGreaterThan(0);
  });

  test('a change of an object that the pod does not refer to leaves its back-off alone', async () => {
    let tries = 0;
    const pod = await runPod(
      makePod({ containers: [shell('main', 'sleep 600', { envFrom: FROM_LATER })] }),
      undefined,
      {
        prepareContainer: async () => {
          tries += 1;
          throw new ContainerProblemError('CreateContainerConfigError', 'configmap "later" not found');
        },
      },
    );
    await eventually(() => tries === 1 && pod.events.some(({ reason }) => reason === 'Failed'));
    pod.worker.retry({ kind: 'ConfigMap', namespace: 'default', name: 'other' });
    pod.worker.wake();
    pod.worker.retry({ kind: 'ConfigMap', namespace: 'default', name: 'later' });
    await eventually(() => tries === 2);
    expect(tries).toBe(2);
  });

  test('readiness follows its probe, liveness restarts the container, and each failure is an event', async () => {
    const probe = (...command: readonly string[]) => ({ exec: { command }, periodSeconds: 1, failureThreshold: 1 });
    const main = shell('main', 'sleep 600', {
      readinessProbe: probe('cat', '/tmp/ready'),
      livenessProbe: probe('sh', '-c', '[ ! -e /tmp/dead ]'),
    });
    const pod = await runPod(makePod({ containers: [main], terminationGracePeriodSeconds: 0 }));
    const make = async (file: string): Promise<void> => {
      const [running] = (await pod.runtime.listContainers()).filter(({ state }) => state === 'running');
      await pod.runtime.exec(
        running?.id ?? '',
        { command: ['touch', file], streams: {}, tty: false },
        new AbortController().signal,
      );
    };
    await pod.until(({ containerStatuses }) => containerStatuses?.[0]?.state?.running !== undefined);
    await eventually(() => pod.events.some(({ reason }) => reason === 'Unhealthy'));
    expect(pod.status().containerStatuses?.[0]).toMatchObject({ ready: false, started: true });
    await make('/tmp/ready');
    await pod.until(({ containerStatuses }) => containerStatuses?.[0]?.ready === true);
    await make('/tmp/dead');
    const restarted = await pod.until(({ containerStatuses }) => containerStatuses?.[0]?.restartCount === 1);
    expect(restarted.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(137);
    const messages = pod.events.map(({ message }) => message);
    expect(messages).toContain('Readiness probe failed: cat: /tmp/ready: No such file or directory\n');
    expect(messages).toContain('Container main failed liveness probe, will be restarted');
  });

  test('hooks: postStart runs beside the container, preStop before its end', async () => {
    const main = shell('main', 'trap "exit 0" TERM; while :; do sleep 0.02; done', {
      lifecycle: {
        postStart: { exec: { command: ['sh', '-c', 'echo after start >/proc/1/fd/1'] } },
        preStop: { exec: { command: ['sh', '-c', 'echo before stop >/proc/1/fd/1'] } },
      },
    });
    const pod = await runPod(makePod({ containers: [main] }));
    const log = (): Promise<string> => readFile(join(pod.logs, 'main-0.log'), 'utf8').catch(() => '');
    await eventually(async () => (await log()) === 'after start\n');
    pod.delete(10);
    await pod.ended;
    expect(await log()).toBe('after start\nbefore stop\n');
  });

  test('a pod that is gone from the API server is ended at once', async () => {
    const pod = await runPod(makePod({ containers: [shell('main', 'trap "" TERM; while :; do sleep 0.02; done')] }));
    await pod.until(({ phase }) => phase === 'Running');
    pod.worker.remove();
    await pod.ended;
    expect(pod.isConfirmed()).toBe(false);
    expect(await pod.runtime.listSandboxes()).toEqual([]);
  });
});

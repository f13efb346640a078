import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Container, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContainerConfig, ContainerRuntime } from '../runtime/index.ts';
import { openSandboxRuntime } from '../sandbox/index.ts';
import { hostContainer, makeHostImage, missingNamespaces } from '../test-support/host-image.ts';
import { stopNode } from '../test-support/stop-node.ts';
import { type ContainerPreparation, ContainerProblemError, PodWorker } from './pod-worker.ts';

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
  const runtime = await openSandboxRuntime({ directory: node, clock: systemClock, random: systemRandom });
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
    refreshPod: async () => undefined,
    cleanUpPod: async () => undefined,
  };
}

const shell = (name: string, script: string, more: Partial<Container> = {}): Container => ({
  ...{ name, image: 'host:1', command: ['sh', '-c', script] },
  ...more,
});

function podOf(spec: Partial<NonNullable<Pod['spec']>>): Pod {
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
  readonly logs: string;
  readonly runtime: ContainerRuntime;
  status(): PodStatus;
  until(reached: (status: PodStatus) => boolean): Promise<PodStatus>;
  /** Resolves when the worker has ended. */
  readonly ended: Promise<void>;
  readonly isConfirmed: () => boolean;
  delete(graceSeconds: number): void;
}

async function runPod(pod: Pod): Promise<RunningPod> {
  const { runtime, logs } = await openRuntime();
  const events: RecordedEvent[] = [];
  let latest: PodStatus = {};
  let confirmed = false;
  const worker = new PodWorker(pod, {
    runtime,
    preparation: hostPreparation(logs),
    reports: {
      writeStatus: async (_pod, status) => {
        latest = status;
        return true;
      },
      confirmDeletion: async () => {
        confirmed = true;
      },
      recordEvent: (_pod, event) => events.push(event),
    },
    node: { hostIP: '10.244.0.1', runtime: 'sandbox' },
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
    ...{ worker, events, logs, runtime, ended },
    status: () => latest,
    until: (reached) => eventually(() => latest, { until: reached }),
    isConfirmed: () => confirmed,
    delete: (graceSeconds) =>
      worker.update({
        ...pod,
        metadata: {
          ...pod.metadata,
          deletionTimestamp: new Date().toISOString(),
          deletionGracePeriodSeconds: graceSeconds,
        },
      }),
  };
}

describe.skipIf(missing !== undefined)(`pods${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('init containers, then containers: Running with an address, ready, and with the events of a kubelet', async () => {
    const pod = await runPod(
      podOf({ initContainers: [shell('setup', 'echo set up')], containers: [shell('main', 'echo hello; sleep 600')] }),
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

  test('a container that ends is restarted at once, then waits in CrashLoopBackOff; its log of each attempt stays', async () => {
    const pod = await runPod(podOf({ containers: [shell('main', 'echo one more; exit 3')] }));
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
    const pod = await runPod(podOf({ restartPolicy: 'Never', containers: [shell('main', 'exit 0')] }));
    await pod.until(({ phase }) => phase === 'Succeeded');
    await eventually(() => pod.runtime.listSandboxes(), { until: ([sandbox]) => sandbox?.state === 'notReady' });
  });

  test('a program that is missing: StartError with exit code 128, then CrashLoopBackOff', async () => {
    const pod = await runPod(podOf({ containers: [{ name: 'main', image: 'host:1', command: ['nothing'] }] }));
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
    const pod = await runPod(podOf({ containers }));
    const status = await pod.until(({ containerStatuses }) => containerStatuses?.[1]?.state?.running !== undefined);
    expect(status.phase).toBe('Pending');
    expect(status.containerStatuses?.[0]?.state?.waiting).toEqual({
      reason: 'ErrImagePull',
      message: 'missing:1: not found',
    });
  });

  test('deletion: containers have their grace period, sidecars end last, and nothing is left', async () => {
    const sidecar = shell('proxy', 'trap "exit 0" TERM; while :; do sleep 0.02; done', { restartPolicy: 'Always' });
    const main = shell('main', 'trap "exit 7" TERM; echo ready; while :; do sleep 0.02; done');
    const pod = await runPod(podOf({ initContainers: [sidecar], containers: [main] }));
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

  test('readiness follows its probe, liveness restarts the container, and each failure is an event', async () => {
    const probe = (...command: readonly string[]) => ({ exec: { command }, periodSeconds: 1, failureThreshold: 1 });
    const main = shell('main', 'sleep 600', {
      readinessProbe: probe('cat', '/tmp/ready'),
      livenessProbe: probe('sh', '-c', '[ ! -e /tmp/dead ]'),
    });
    const pod = await runPod(podOf({ containers: [main], terminationGracePeriodSeconds: 0 }));
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
    const pod = await runPod(podOf({ containers: [main] }));
    const log = (): Promise<string> => readFile(join(pod.logs, 'main-0.log'), 'utf8').catch(() => '');
    await eventually(async () => (await log()) === 'after start\n');
    pod.delete(10);
    await pod.ended;
    expect(await log()).toBe('after start\nbefore stop\n');
  });

  test('a pod that is gone from the API server is ended at once', async () => {
    const pod = await runPod(podOf({ containers: [shell('main', 'trap "" TERM; while :; do sleep 0.02; done')] }));
    await pod.until(({ phase }) => phase === 'Running');
    pod.worker.remove();
    await pod.ended;
    expect(pod.isConfirmed()).toBe(false);
    expect(await pod.runtime.listSandboxes()).toEqual([]);
  });
});

import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import type { Container, Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POD_STEPS, type PodStep } from '../pods/worker-options.ts';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { findMissingContainerd } from '../test-support/containerd-bench.ts';
import {
  addHostImage,
  HOST_IMAGE,
  type PrivateNode,
  type PrivateNodeOptions,
  startPrivateNode,
} from '../test-support/private-node.ts';
import { findProcesses, PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const RUN = crypto.randomUUID();
const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const missing = await missingNamespaces();

/** A pod during whose life the agent is killed just before one of its steps. */
interface Fault {
  readonly spec: PodSpec;
  /** The pod is deleted when it is ready; else the step comes with its creation. */
  readonly isDeleted?: boolean;
  /** Steps at which agents before are killed, so that there is something to do for this one. */
  readonly after?: readonly PodStep[];
  /** How often its container is restarted until it is ready. @default 0 */
  readonly restarts?: number;
  /** It gets more CPU while it runs. */
  readonly isResized?: boolean;
  /** It ends by its own. */
  readonly ends?: boolean;
}

const FOREVER = 'trap "exit 0" TERM; touch /tmp/ready; while :; do sleep 0.2; done';
const container = (name: string, script: string, more: Partial<Container> = {}): Container => ({
  ...{ name: 'main', image: HOST_IMAGE, command: ['sh', '-c', script, marker(name)] },
  ...more,
});

/** In the command line of the container of a pod. Others may run these tests on the same machine. */
function marker(name: string): string {
  return `${name}-of-${RUN}`;
}

const whenReady = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 100 };
const hook = { exec: { command: ['touch', '/tmp/hooked'] } };

const running = (name: PodStep): Fault => ({
  spec: { containers: [container(name, FOREVER, { readinessProbe: whenReady, lifecycle: { postStart: hook } })] },
});
const resized = (name: PodStep): Fault => ({
  spec: {
    containers: [container(name, FOREVER, { readinessProbe: whenReady, resources: { requests: { cpu: '10m' } } })],
  },
  isResized: true,
});
const deleted = (name: PodStep): Fault => ({
  spec: { containers: [container(name, FOREVER, { readinessProbe: whenReady, lifecycle: { preStop: hook } })] },
  isDeleted: true,
});
/** Its liveness probe fails until it has been started for the second time. */
const restarted = (name: PodStep): Fault => ({
  spec: {
    containers: [
      container(name, `[ -e /data/first ] && touch /data/second; touch /data/first; ${FOREVER}`, {
        readinessProbe: whenReady,
        startupProbe: whenReady,
        livenessProbe: { exec: { command: ['cat', '/data/second'] }, periodSeconds: 1, failureThreshold: 1 },
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
      }),
    ],
    volumes: [{ name: 'data', emptyDir: {} }],
  },
  restarts: 1,
});
const ended = (name: PodStep): Fault => ({
  spec: { restartPolicy: 'Never', containers: [container(name, 'exit 0')] },
  ends: true,
});

/** Every step of the pod worker; types require all of them. */
const FAULTS: Readonly<Record<PodStep, Fault>> = {
  preparePod: running('preparePod'),
  runSandbox: running('runSandbox'),
  sandboxRuns: running('sandboxRuns'),
  prepareContainer: running('prepareContainer'),
  createContainer: running('createContainer'),
  startContainer: running('startContainer'),
  containerStarted: running('containerStarted'),
  runPostStartHook: running('runPostStartHook'),
  reportStatus: running('reportStatus'),
  updateContainer: resized('updateContainer'),
  killContainer: restarted('killContainer'),
  runPreStopHook: deleted('runPreStopHook'),
  stopContainer: deleted('stopContainer'),
  removeContainer: { ...running('removeContainer'), after: ['startContainer'] },
  stopSandbox: ended('stopSandbox'),
  reportEnd: deleted('reportEnd'),
  removeSandbox: deleted('removeSandbox'),
  cleanUpPod: deleted('cleanUpPod'),
  confirmDeletion: deleted('confirmDeletion'),
  deletionConfirmed: deleted('deletionConfirmed'),
};

const SHORT: readonly PodStep[] = ['sandboxRuns', 'startContainer', 'stopContainer', 'cleanUpPod'];
const steps = POD_STEPS.filter((step) => FULL || SHORT.includes(step));

const hasCrun = (await findHostPrograms(PROGRAM_DIRECTORIES).catch(() => undefined))?.crun !== undefined;

/** The process that owns the namespaces, what it sleeps with, and what starts programs for the last agent alone. */
const SANDBOX_PROCESSES = 3;
/** The process that owns the namespaces, what it sleeps with, and containerd. */
const CONTAINERD_PROCESSES = 3;

describeForm('shell', { made: { form: 'shell' }, skipped: missing, most: SANDBOX_PROCESSES });
if (FULL) {
  const noCrun = hasCrun ? undefined : 'crun is not installed';
  describeForm('crun', { made: { form: 'crun' }, skipped: missing ?? noCrun, most: SANDBOX_PROCESSES });
  const noContainerd = missing ?? (await findMissingContainerd());
  describeForm('containerd', { made: { runtime: 'containerd' }, skipped: noContainerd, most: CONTAINERD_PROCESSES });
}

interface FaultForm {
  readonly made: Pick<PrivateNodeOptions, 'runtime' | 'form'>;
  readonly skipped: string | undefined;
  /** Processes of a node without pods. */
  readonly most: number;
}

function describeForm(form: string, { made, skipped, most }: FaultForm): void {
  const title = `an agent killed before a step of a pod, ${form}${skipped === undefined ? '' : ` (skipped: ${skipped})`}`;
  describe.skipIf(skipped !== undefined)(title, () => {
    let node: PrivateNode;
    beforeAll(async () => {
      node = await startPrivateNode({ addImages: addHostImage, ...made });
    });
    afterAll(() => node.close());

    test.for(steps)('%s', (step) => checkFault(node, step));

    test('nothing is left of all these pods', async () => {
      await eventually(() => leftFiles(node), { until: (files) => files.length === 0 });
      await eventually(() => processesOfNode(node), { until: (processes) => processes.length <= most });
    });
  });
}

async function checkFault(node: PrivateNode, step: PodStep): Promise<void> {
  const { spec, isDeleted = false, isResized = false, after = [], restarts = 0, ends = false } = FAULTS[step];
  const name = step.toLowerCase();
  const pods = node.client.resource(core.v1.pods, 'default');
  const find = async (): Promise<Pod | undefined> => pods.find(name);
  const ready = (pod: Pod | undefined): boolean => pod?.status?.containerStatuses?.[0]?.ready === true;
  const [first = step, ...more] = [...after, step];
  await node.restart({ step: first, pod: name });
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
  if (isDeleted) {
    await eventually(find, { until: ready });
    await pods.delete(name, { gracePeriodSeconds: 10 });
  }
  if (isResized) {
    await eventually(find, { until: ready });
    const body = { spec: { containers: [{ name: 'main', resources: { requests: { cpu: '20m' } } }] } };
    await pods.patch(name, { type: 'strategic', body }, { subresource: 'resize' });
  }
  await node.ended();
  for (const next of more) {
    await node.start({ step: next, pod: name });
    await node.ended();
  }
  await node.start();
  if (!isDeleted) {
    const recovered = await eventually(find, {
      until: (pod) => (ends ? pod?.status?.phase === 'Succeeded' : ready(pod) && restartCount(pod) === restarts),
    });
    expect(restartCount(recovered)).toBe(restarts);
    const applied = (pod: Pod | undefined) => pod?.status?.containerStatuses?.[0]?.resources?.requests?.cpu;
    if (isResized) await eventually(find, { until: (pod) => applied(pod) === '20m' });
    expect(await findProcesses(marker(step))).toHaveLength(ends ? 0 : 1);
    await pods.delete(name, { gracePeriodSeconds: 10 });
  }
  await eventually(find, { until: (pod) => pod === undefined });
  await eventually(() => findProcesses(marker(step)), { until: (found) => found.length === 0 });
}

function restartCount(pod: Pod | undefined): number | undefined {
  return pod?.status?.containerStatuses?.[0]?.restartCount;
}

/** Files of pods, sandboxes and containers. */
async function leftFiles({ directory, runtimeDirectory }: PrivateNode): Promise<readonly string[]> {
  const places = [
    ...['pods', 'logs'].map((name) => join(directory, name)),
    ...['sandboxes', 'containers', 'exits'].map((name) => join(runtimeDirectory, name)),
  ];
  const found = await Promise.all(
    places.map(async (place) => (await readdir(place).catch(() => [])).map((name) => join(place, name))),
  );
  return found.flat();
}

/** Process ids in the PID namespace of the node, and those that were started from its directory. */
async function processesOfNode({ runtimeDirectory }: PrivateNode): Promise<readonly string[]> {
  const [anchor = ''] = (await readFile(join(runtimeDirectory, 'anchor.stat'), 'utf8')).split(' ');
  const namespace = async (pid: string): Promise<string> => readlink(`/proc/${pid}/ns/pid`).catch(() => '');
  const own = await namespace(anchor);
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const inside = await Promise.all(pids.map(async (pid) => ((await namespace(pid)) === own ? [pid] : [])));
  return [...inside.flat(), ...(await findProcesses(join(runtimeDirectory, 'containers')))];
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import { containerSuite, eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { findMissingContainerd } from '../test-support/containerd-bench.ts';
import { fetchKubelet } from '../test-support/fetch-kubelet.ts';
import { addHostImage, HOST_IMAGE, type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const missing = (await missingNamespaces()) ?? (process.getuid?.() === 0 ? undefined : 'only root has control groups');
const hasCrun = (await findHostPrograms(PROGRAM_DIRECTORIES).catch(() => undefined))?.crun !== undefined;
const FORMS = [
  { title: 'the sandbox', made: { form: 'shell' }, skipped: missing },
  {
    title: 'the sandbox with crun',
    made: { form: 'crun' },
    skipped: missing ?? (hasCrun ? undefined : 'crun is not installed'),
  },
  { title: 'containerd', made: { runtime: 'containerd' }, skipped: missing ?? (await findMissingContainerd()) },
] as const;

/** Without an end, and with a handler of the signal that ends it. */
const FOREVER = 'trap "exit 0" TERM; while :; do sleep 0.2; done';
const USE_PROCESSOR = 'while :; do :; done';
const USE_MEMORY = 'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done';

function podWith(
  name: string,
  containers: Readonly<Record<string, { readonly script: string; readonly resources?: ResourceRequirements }>>,
): Pod {
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 0,
      containers: Object.entries(containers).map(([container, { script, resources = {} }]) => ({
        ...{ name: container, image: HOST_IMAGE, command: ['sh', '-c', script], resources },
      })),
    },
  };
}

for (const { title, made, skipped } of FORMS) {
  describe.skipIf(skipped !== undefined)(containerSuite(`limits of pods in containers of ${title}`, skipped), () => {
    let node: PrivateNode;
    let version: number;
    beforeAll(async () => {
      node = await startPrivateNode({ addImages: (store) => addHostImage(store), ...made });
    });
    afterAll(() => node.close());

    const pods = () => node.client.resource(core.v1.pods, 'default');

    /** Where a file of the container that runs is, by the names of its controller in version 1 and of the file in both. */
    async function readGroup(
      pod: string,
      controller: string,
      files: Readonly<Record<number, string>>,
    ): Promise<string> {
      const record = JSON.parse(await readFile(join(node.runtimeDirectory, 'cgroups.json'), 'utf8'));
      version = record.version;
      const { containerID = '' } = (await pods().get(pod)).status?.containerStatuses?.[0] ?? {};
      const id = containerID.replace(/^.*:\/\//, '');
      const directory: string = record.directories[controller];
      const found = await findDirectory(directory, id);
      return (await readFile(join(found, files[version] ?? ''), 'utf8')).trim();
    }

    const isRunning = (name: string): Promise<Pod> =>
      eventually(() => pods().get(name), { until: ({ status }) => status?.phase === 'Running' });

    test('what needs more memory than its limit is ended as OOMKilled, with all its processes; the other container goes on', async () => {
      const limited = { script: `sleep 600 & ${USE_MEMORY}`, resources: { limits: { memory: '24Mi' } } };
      await pods().create(podWith('greedy', { limited, other: { script: FOREVER } }));
      const states = await eventually(
        async () => {
          const { containerStatuses = [] } = (await pods().get('greedy')).status ?? {};
          return Object.fromEntries(containerStatuses.map(({ name, state }) => [name, state]));
        },
        { until: ({ limited: ended, other }) => ended?.terminated !== undefined && other?.running !== undefined },
      );
      expect(states.limited?.terminated).toMatchObject({ reason: 'OOMKilled', exitCode: 137 });
      await pods().delete('greedy', { gracePeriodSeconds: 0 });
    });

    test('limits are those of the pod, the processor is not given for longer, and they change while it runs', async () => {
      const resources = { requests: { cpu: '50m', memory: '32Mi' }, limits: { cpu: '100m', memory: '64Mi' } };
      await pods().create(podWith('busy', { main: { script: USE_PROCESSOR, resources } }));
      await isRunning('busy');
      const memory = { 1: 'memory.limit_in_bytes', 2: 'memory.max' };
      const quota = { 1: 'cpu.cfs_quota_us', 2: 'cpu.max' };
      expect(await readGroup('busy', 'memory', memory)).toBe(String(64 << 20));
      expect(await readGroup('busy', 'cpu', quota)).toBe(version === 1 ? '10000' : '10000 100000');
      if (version === 2) expect(await readGroup('busy', 'memory', { 2: 'memory.oom.group' })).toBe('1');
      await eventually(() => readGroup('busy', 'cpu', { 1: 'cpu.stat', 2: 'cpu.stat' }), {
        until: (text) => Number(/^nr_throttled (\d+)$/m.exec(text)?.[1]) > 0,
      });
      const larger = { requests: { cpu: '50m', memory: '48Mi' }, limits: { cpu: '200m', memory: '96Mi' } };
      const body = { spec: { containers: [{ name: 'main', resources: larger }] } };
      await pods().patch('busy', { type: 'strategic', body }, { subresource: 'resize' });
      const { status } = await eventually(() => pods().get('busy'), {
        until: (pod) => pod.status?.containerStatuses?.[0]?.resources?.limits?.memory === '96Mi',
      });
      expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, resources: larger });
      await eventually(() => readGroup('busy', 'memory', memory), { until: (bytes) => bytes === String(96 << 20) });
      const doubled = version === 1 ? '20000' : '20000 100000';
      await eventually(() => readGroup('busy', 'cpu', quota), { until: (text) => text === doubled });
      await pods().delete('busy', { gracePeriodSeconds: 0 });
    });

    test('what is used is read from the files of the control groups', async () => {
      await pods().create(podWith('measured', { main: { script: USE_PROCESSOR } }));
      await isRunning('measured');
      const found = await eventually(
        async () => {
          const summary: StatsSummary = JSON.parse(await fetchKubelet(node, '/stats/summary'));
          return summary.pods.find(({ podRef }) => podRef.name === 'measured')?.containers?.[0];
        },
        { until: (stats) => (stats?.cpu?.usageCoreNanoSeconds ?? 0) > 0 },
      );
      expect(found?.memory?.workingSetBytes).toBeGreaterThan(0);
      await pods().delete('measured', { gracePeriodSeconds: 0 });
    });
  });
}

/** What is read of the response. */
interface StatsSummary {
  readonly pods: readonly {
    readonly podRef: { readonly name: string };
    readonly containers?: readonly {
      readonly cpu?: { readonly usageCoreNanoSeconds?: number };
      readonly memory?: { readonly workingSetBytes?: number };
    }[];
  }[];
}

/** The group of a container in that of its pod. */
async function findDirectory(base: string, container: string): Promise<string> {
  for (const pod of await readdir(base)) {
    const directory = join(base, pod, container);
    if (existsSync(directory)) return directory;
  }
  throw new Error(`${container} has no group in ${base}`);
}

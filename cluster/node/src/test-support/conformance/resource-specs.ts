import { deepEqual } from '@kubemin/kubeapi';
import type { Container, Pod, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import { checker, type SpecContext, type Specs, specsOf } from './spec-context.ts';

/** CPU in thousandths and memory in MiB: the request, and the limit where there is one. */
interface Resources {
  readonly cpu?: number;
  readonly memory?: number;
  readonly cpuLimit?: number;
  readonly memoryLimit?: number;
}

const guaranteed = (cpu: number, memory: number): Resources => ({ cpu, memory, cpuLimit: cpu, memoryLimit: memory });

function requirements({ cpu, memory, cpuLimit, memoryLimit }: Resources): ResourceRequirements {
  const amounts = (milli?: number, mebibytes?: number) => ({
    ...(milli !== undefined && { cpu: `${milli}m` }),
    ...(mebibytes !== undefined && { memory: `${mebibytes}Mi` }),
  });
  const [requests, limits] = [amounts(cpu, memory), amounts(cpuLimit, memoryLimit)];
  return {
    ...(Object.keys(requests).length > 0 && { requests }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/** Comes to its end when the container has the limits that it is to have after the resize. */
function limitsReached({ cpuLimit, memoryLimit }: Resources): string {
  const quota = cpuLimit === undefined ? '' : String(cpuLimit * 100);
  const bytes = memoryLimit === undefined ? '' : String(memoryLimit * 1024 * 1024);
  return `cd /sys/fs/cgroup
    quota() { if [ -e cpu.max ]; then read -r value period <cpu.max; else read -r value <cpu/cpu.cfs_quota_us; fi; echo "$value"; }
    bytes() { if [ -e memory.max ]; then cat memory.max; else cat memory/memory.limit_in_bytes; fi; }
    while [ -n "${quota}" ] && [ "$(quota)" != "${quota}" ]; do sleep 0.2; done
    while [ -n "${bytes}" ] && [ "$(bytes)" != "${bytes}" ]; do sleep 0.2; done
    : >/tmp/reached; while :; do sleep 1; done`;
}

/** Containers by what they have before and after a resize. */
type Resize = readonly (readonly [before: Resources, after: Resources])[];

const containersOf = (resize: Resize): readonly Container[] =>
  resize.map(([before, after], place) =>
    checker(limitsReached(after), {
      ...{ name: `c${place + 1}`, resources: requirements(before) },
      readinessProbe: {
        exec: { command: ['cat', '/tmp/reached'] },
        periodSeconds: 1,
        timeoutSeconds: 60,
        failureThreshold: 100,
      },
    }),
  );

const isRunning = ({ status }: Pod): boolean =>
  status?.containerStatuses?.every(({ state }) => state?.running !== undefined) === true;

/** What was asked for is reported, no resize goes on, and every container sees its limits without a restart. */
const isResized =
  (resize: Resize) =>
  ({ status }: Pod): boolean =>
    status?.conditions?.every(({ type }) => !type.startsWith('PodResize')) === true &&
    resize.every(([, after], place) => {
      const found = status.containerStatuses?.find(({ name }) => name === `c${place + 1}`);
      const isWanted = deepEqual(found?.resources ?? {}, requirements(after));
      return isWanted && found?.ready === true && found.restartCount === 0;
    });

const resized =
  (resize: Resize) =>
  async (spec: SpecContext): Promise<unknown> => {
    await spec.createPod({ terminationGracePeriodSeconds: 1, containers: [...containersOf(resize)] });
    await spec.waitForPod(isRunning);
    const containers = resize.map(([, after], place) => ({ name: `c${place + 1}`, resources: requirements(after) }));
    await spec.pods.patch(spec.name, { type: 'strategic', body: { spec: { containers } } }, { subresource: 'resize' });
    return spec.waitForPod(isResized(resize));
  };

const BEGIN = '[sig-node] Pod InPlace Resize Container';
const END = '[MinimumKubeletVersion:1.34] [Conformance]';

const RESIZES: Specs = {
  [`${BEGIN} resize pod via the replace endpoint ${END}`]: async (spec) => {
    const resize: Resize = [[guaranteed(60, 32), guaranteed(80, 48)]];
    await spec.createPod({ terminationGracePeriodSeconds: 1, containers: [...containersOf(resize)] });
    await spec.waitForPod(isRunning);
    const pod = await spec.pods.get(spec.name);
    const [container] = pod.spec?.containers ?? [];
    if (container === undefined || pod.spec === undefined) throw new Error('the pod has no container');
    const containers = [{ ...container, resources: requirements(guaranteed(80, 48)) }];
    // Of a version that has its status: it may have changed meanwhile.
    const { resourceVersion: _version, ...metadata } = pod.metadata;
    await spec.pods.update({ ...pod, metadata, spec: { ...pod.spec, containers } }, { subresource: 'resize' });
    return spec.waitForPod(isResized(resize));
  },
  [`${BEGIN} guaranteed pods with multiple containers 3 containers - increase: CPU (c1,c3), memory (c2, c3) ; decrease: CPU (c2) ${END}`]:
    resized([
      [guaranteed(60, 32), guaranteed(80, 32)],
      [guaranteed(80, 32), guaranteed(60, 48)],
      [guaranteed(60, 32), guaranteed(80, 48)],
    ]),
};

const MORE_RESIZES: Specs = {
  [`${BEGIN} guaranteed pods with multiple containers 3 containers - increase cpu & mem on c1, c2, decrease cpu & mem on c3 - net increase ${END}`]:
    resized([
      [guaranteed(60, 32), guaranteed(100, 64)],
      [guaranteed(60, 32), guaranteed(100, 64)],
      [guaranteed(80, 48), guaranteed(60, 32)],
    ]),
  [`${BEGIN} guaranteed pods with multiple containers 3 containers - increase cpu & mem on c1, decrease cpu & mem on c2, c3 - net decrease ${END}`]:
    resized([
      [guaranteed(60, 32), guaranteed(80, 48)],
      [guaranteed(100, 64), guaranteed(60, 32)],
      [guaranteed(100, 64), guaranteed(60, 32)],
    ]),
  [`${BEGIN} burstable pods - extended resize with equivalents ${END}`]: resized([
    // As shares of the processor all three are the same.
    [
      { cpu: 2, memoryLimit: 64, memory: 32 },
      { cpu: 1, memoryLimit: 64, memory: 32 },
    ],
    [
      { cpu: 1, memory: 32 },
      { cpu: 2, memory: 32 },
    ],
    [
      { cpu: 2, cpuLimit: 60 },
      { cpu: 1, cpuLimit: 50 },
    ],
  ]),
  [`${BEGIN} burstable pods - extended 6 containers - various operations performed (including adding limits and requests) ${END}`]:
    resized([
      [{}, { cpu: 20, memory: 32 }],
      [{}, { cpu: 20, memory: 32, cpuLimit: 60, memoryLimit: 64 }],
      [
        { cpu: 20, memory: 32 },
        { cpu: 20, memory: 32, cpuLimit: 60, memoryLimit: 64 },
      ],
      [
        { cpu: 20, cpuLimit: 60 },
        { cpu: 30, cpuLimit: 80 },
      ],
      [
        { memory: 32, memoryLimit: 64 },
        { memory: 48, memoryLimit: 96 },
      ],
      [
        { cpu: 20, memory: 32 },
        { cpu: 20, memory: 32 },
      ],
    ]),
};

const SYSCTLS: Specs = {
  '[sig-node] Sysctls [LinuxOnly] [NodeConformance] should support sysctls [Environment:NotInUserNS] [Conformance]': (
    spec,
  ) =>
    spec.check(
      'expect "$(cat /proc/sys/kernel/shm_rmid_forced)" 1',
      {},
      { securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] } },
    ),
};

export const RESOURCE_SPECS = [
  ...specsOf(RESIZES, { needs: 'resources' }),
  ...specsOf(MORE_RESIZES, { needs: 'resources', long: true }),
  ...specsOf(SYSCTLS, { needs: 'sysctls' }),
];

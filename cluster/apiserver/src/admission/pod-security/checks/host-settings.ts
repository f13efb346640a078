import type { Container, EphemeralContainer, LifecycleHandler, Probe } from '@kubemin/kubeapi/types/core.v1';
import {
  type EvaluatePod,
  findContainers,
  findContexts,
  formatContainers,
  formatOffenders,
  type PodCheck,
  plural,
  quoted,
  sortedUnique,
} from './check.ts';

/** Network, processes and IPC of the host. */
const hostNamespaces: PodCheck = {
  id: 'hostNamespaces',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, spec) => {
        const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
        if (shared.length === 0) return undefined;
        return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
      },
    },
  ],
};

const hostPorts: PodCheck = {
  id: 'hostPorts',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, spec) => {
        const { containers, values } = findContainers(spec, ({ ports = [] }) =>
          ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)])),
        );
        if (containers.length === 0) return undefined;
        const uses = containers.length === 1 ? 'uses' : 'use';
        const detail = `${formatContainers(containers)} ${uses} ${plural('hostPort', values.length)} ${values.join(', ')}`;
        return { reason: 'hostPort', detail };
      },
    },
  ],
};

/** The node makes these requests: with a host they reach what the pod itself may not. */
const hostProbesAndHostLifecycle: PodCheck = {
  id: 'hostProbesAndHostLifecycle',
  level: 'baseline',
  versions: [
    {
      since: 34,
      evaluate: (_metadata, spec) => {
        const { containers, values } = findContainers(spec, requestedHosts);
        if (containers.length === 0) return undefined;
        const uses = containers.length === 1 ? 'uses' : 'use';
        const hosts = `${plural('probe or lifecycle host', values.length)} ${quoted(values)}`;
        return {
          reason: 'probe or lifecycle host',
          detail: `${formatContainers(sortedUnique(containers))} ${uses} ${hosts}`,
        };
      },
    },
  ],
};

function requestedHosts(container: Container | EphemeralContainer): readonly string[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  const requests: readonly (Probe | LifecycleHandler | undefined)[] = [
    livenessProbe,
    readinessProbe,
    startupProbe,
    lifecycle?.postStart,
    lifecycle?.preStop,
  ];
  return requests
    .flatMap((request) => [request?.httpGet?.host ?? '', request?.tcpSocket?.host ?? ''])
    .filter((host) => host !== '');
}

const SAFE_SYSCTLS: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      'kernel.shm_rmid_forced',
      'net.ipv4.ip_local_port_range',
      'net.ipv4.tcp_syncookies',
      'net.ipv4.ping_group_range',
      'net.ipv4.ip_unprivileged_port_start',
    ],
  ],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      'net.ipv4.tcp_keepalive_time',
      'net.ipv4.tcp_fin_timeout',
      'net.ipv4.tcp_keepalive_intvl',
      'net.ipv4.tcp_keepalive_probes',
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
];

/** Kernel settings: only those that a pod has to itself. */
const sysctls: PodCheck = {
  id: 'sysctls',
  level: 'baseline',
  versions: SAFE_SYSCTLS.map(([since], index) => ({
    since,
    evaluate: sysctlsAmong(SAFE_SYSCTLS.slice(0, index + 1).flatMap(([, names]) => names)),
  })),
};

function sysctlsAmong(allowed: readonly string[]): EvaluatePod {
  return (_metadata, { securityContext }) => {
    const set = securityContext?.sysctls ?? [];
    const forbidden = set.map(({ name }) => name).filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

const windowsHostProcess: PodCheck = {
  id: 'windowsHostProcess',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, spec) => {
        const found = findContexts(spec, ({ windowsOptions }) =>
          windowsOptions?.hostProcess === true ? ['true'] : [],
        );
        if (found.values.length === 0) return undefined;
        const detail = `${formatOffenders(found)} must not set securityContext.windowsOptions.hostProcess=true`;
        return { reason: 'hostProcess', detail };
      },
    },
  ],
};

/** What a pod has of the machine that it runs on. */
export const hostChecks: readonly PodCheck[] = [
  hostNamespaces,
  hostPorts,
  hostProbesAndHostLifecycle,
  sysctls,
  windowsHostProcess,
];

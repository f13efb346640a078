import type { Container, EphemeralContainer, PodSecurityContext, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatFindings, PodEvaluator } from '../pod-evaluator.ts';
import { builtinChecks } from '../pod-security-admission.ts';
import type { PodSecurityLevel, PolicyVersion } from '../policy.ts';

const LATEST = 35;
const evaluator = new PodEvaluator(builtinChecks, LATEST);
const KINDS = ['containers', 'initContainers', 'ephemeralContainers'] as const;

/** What a pod that passes `restricted` gets in addition. */
interface Change {
  readonly spec?: Partial<PodSpec>;
  readonly container?: Partial<Container & EphemeralContainer>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const CONFINED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** A pod that passes `restricted`, but for the change; `c` is the changed container, of the given kind. */
function findings(
  { spec = {}, container = {}, annotations = {} }: Change,
  kind: (typeof KINDS)[number] = 'containers',
  { level, version = 'latest' }: { readonly level: PodSecurityLevel; readonly version?: PolicyVersion },
): string {
  const good = { name: 'good', image: 'i:1', securityContext: CONFINED };
  const changed = { ...good, name: 'c', ...container };
  const pod: PodSpec = { containers: [good], ...spec, [kind]: kind === 'containers' ? [good, changed] : [changed] };
  return formatFindings(evaluator.evaluate({ level, version }, { annotations }, pod));
}

/** The security context of the container: confined, but for these fields. */
const context = (fields: Container['securityContext']): Change => ({
  container: { securityContext: { ...CONFINED, ...fields } },
});
const podContext = (securityContext: PodSecurityContext): Change => ({ spec: { securityContext } });
const volume = (source: object): Change => ({ spec: { volumes: [{ name: 'v', ...source }] } });
const without = (field: keyof typeof CONFINED): Change => {
  const { [field]: _, ...securityContext } = CONFINED;
  return { container: { securityContext } };
};
const appArmor = (profile: string): Change => ({
  annotations: { 'container.apparmor.security.beta.kubernetes.io/c': profile },
});

interface Row {
  readonly level: 'baseline' | 'restricted';
  /** With the finding that each of them has. */
  readonly forbidden: readonly (readonly [Change, string])[];
  readonly allowed: readonly Change[];
}

const TABLE: Readonly<Record<string, Row>> = {
  hostNamespaces: {
    level: 'baseline',
    forbidden: [
      [{ spec: { hostNetwork: true } }, 'host namespaces (hostNetwork=true)'],
      [{ spec: { hostPID: true, hostIPC: true } }, 'host namespaces (hostPID=true, hostIPC=true)'],
    ],
    allowed: [{ spec: { hostNetwork: false, hostPID: false, hostIPC: false } }],
  },
  hostPorts: {
    level: 'baseline',
    forbidden: [
      [
        { container: { ports: [{ containerPort: 80, hostPort: 8080 }] } },
        'hostPort (container "c" uses hostPort 8080)',
      ],
      [
        {
          container: {
            ports: [
              { containerPort: 1, hostPort: 81 },
              { containerPort: 2, hostPort: 80 },
            ],
          },
        },
        'hostPort (container "c" uses hostPorts 80, 81)',
      ],
    ],
    allowed: [{ container: { ports: [{ containerPort: 80, hostPort: 0 }, { containerPort: 81 }] } }],
  },
  hostProbesAndHostLifecycle: {
    level: 'baseline',
    forbidden: [
      [
        { container: { livenessProbe: { httpGet: { port: 80, host: 'a.test' } } } },
        'probe or lifecycle host (container "c" uses probe or lifecycle host "a.test")',
      ],
      [
        {
          container: {
            readinessProbe: { tcpSocket: { port: 80, host: '10.0.0.1' } },
            startupProbe: { httpGet: { port: 80, host: 'a.test' } },
            lifecycle: { preStop: { httpGet: { port: 80, host: 'a.test' } } },
          },
        },
        'probe or lifecycle host (container "c" uses probe or lifecycle hosts "10.0.0.1", "a.test")',
      ],
      [
        { container: { lifecycle: { postStart: { tcpSocket: { port: 80, host: '::1' } } } } },
        'probe or lifecycle host (container "c" uses probe or lifecycle host "::1")',
      ],
    ],
    allowed: [
      {
        container: {
          livenessProbe: { httpGet: { port: 80, host: '' } },
          lifecycle: { preStop: { sleep: { seconds: 1 } } },
        },
      },
    ],
  },
  sysctls: {
    level: 'baseline',
    forbidden: [
      [
        podContext({
          sysctls: [
            { name: 'kernel.msgmax', value: '1' },
            { name: 'net.ipv4.tcp_rmem', value: '1' },
          ],
        }),
        'forbidden sysctls (kernel.msgmax)',
      ],
    ],
    allowed: [
      podContext({
        sysctls: [
          { name: 'net.ipv4.ip_unprivileged_port_start', value: '0' },
          { name: 'net.ipv4.tcp_wmem', value: '1' },
        ],
      }),
    ],
  },
  windowsHostProcess: {
    level: 'baseline',
    forbidden: [
      [
        {
          ...podContext({ windowsOptions: { hostProcess: true } }),
          ...context({ windowsOptions: { hostProcess: true } }),
        },
        'hostProcess (pod and container "c" must not set securityContext.windowsOptions.hostProcess=true)',
      ],
    ],
    allowed: [context({ windowsOptions: { hostProcess: false } })],
  },
  privileged: {
    level: 'baseline',
    forbidden: [
      [context({ privileged: true }), 'privileged (container "c" must not set securityContext.privileged=true)'],
    ],
    allowed: [context({ privileged: false })],
  },
  procMount: {
    level: 'baseline',
    forbidden: [
      [
        context({ procMount: 'Unmasked' }),
        'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
      ],
    ],
    allowed: [context({ procMount: 'Default' })],
  },
  procMount_restricted: {
    level: 'restricted',
    forbidden: [
      [
        { ...context({ procMount: 'Unmasked' }), spec: { hostUsers: false } },
        'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
      ],
    ],
    allowed: [{ spec: { hostUsers: false } }],
  },
  capabilities_baseline: {
    level: 'baseline',
    forbidden: [
      [
        context({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN', 'NET_RAW', 'CHOWN'] } }),
        'non-default capabilities (container "c" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
      ],
      [
        context({ capabilities: { drop: ['ALL'], add: ['CAP_CHOWN'] } }),
        'non-default capabilities (container "c" must not include "CAP_CHOWN" in securityContext.capabilities.add)',
      ],
    ],
    allowed: [context({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } })],
  },
  capabilities_restricted: {
    level: 'restricted',
    forbidden: [
      [
        without('capabilities'),
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])',
      ],
      [
        context({ capabilities: { drop: ['KILL'], add: ['CHOWN'] } }),
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]; container "c" must not include "CHOWN" in securityContext.capabilities.add)',
      ],
    ],
    allowed: [{ ...without('capabilities'), spec: { os: { name: 'windows' } } }],
  },
  allowPrivilegeEscalation: {
    level: 'restricted',
    forbidden: [
      [
        without('allowPrivilegeEscalation'),
        'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
      ],
      [
        context({ allowPrivilegeEscalation: true }),
        'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
      ],
    ],
    allowed: [{ ...without('allowPrivilegeEscalation'), spec: { os: { name: 'windows' } } }],
  },
  appArmorProfile: {
    level: 'baseline',
    forbidden: [
      [
        {
          ...podContext({ appArmorProfile: { type: 'Unconfined' } }),
          ...context({ appArmorProfile: { type: 'Other' } }),
        },
        'forbidden AppArmor profiles (pod and container "c" must not set AppArmor profile type to "Other", "Unconfined")',
      ],
      [
        appArmor('unconfined'),
        'forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
      ],
    ],
    allowed: [
      context({ appArmorProfile: { type: 'Localhost' } }),
      podContext({ appArmorProfile: { type: 'RuntimeDefault' } }),
      appArmor('runtime/default'),
      appArmor('localhost/mine'),
      appArmor(''),
    ],
  },
  seLinuxOptions: {
    level: 'baseline',
    forbidden: [
      [
        {
          ...podContext({ seLinuxOptions: { user: 'u' } }),
          ...context({ seLinuxOptions: { type: 'spc_t', role: 'r' } }),
        },
        'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set; role may not be set)',
      ],
    ],
    allowed: [
      context({ seLinuxOptions: { type: 'container_t', level: 's0:c1' } }),
      podContext({ seLinuxOptions: { type: 'container_engine_t' } }),
    ],
  },
  seccompProfile_baseline: {
    level: 'baseline',
    forbidden: [
      [
        context({ seccompProfile: { type: 'Unconfined' } }),
        'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
      ],
      [
        podContext({ seccompProfile: { type: 'Unconfined' } }),
        'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
      ],
    ],
    allowed: [context({ seccompProfile: { type: 'Localhost', localhostProfile: 'p' } })],
  },
  seccompProfile_restricted: {
    level: 'restricted',
    forbidden: [
      [
        without('seccompProfile'),
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      ],
    ],
    allowed: [
      { ...without('seccompProfile'), ...podContext({ seccompProfile: { type: 'RuntimeDefault' } }) },
      { ...without('seccompProfile'), spec: { os: { name: 'windows' } } },
    ],
  },
  runAsNonRoot: {
    level: 'restricted',
    forbidden: [
      [
        without('runAsNonRoot'),
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
      ],
      [
        { ...podContext({ runAsNonRoot: true }), ...context({ runAsNonRoot: false }) },
        'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
      ],
      [
        podContext({ runAsNonRoot: false }),
        'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
      ],
    ],
    allowed: [
      { ...without('runAsNonRoot'), ...podContext({ runAsNonRoot: true }) },
      { ...without('runAsNonRoot'), spec: { hostUsers: false } },
    ],
  },
  runAsUser: {
    level: 'restricted',
    forbidden: [
      [context({ runAsUser: 0 }), 'runAsUser=0 (container "c" must not set runAsUser=0)'],
      [
        { ...podContext({ runAsUser: 0 }), ...context({ runAsUser: 0 }) },
        'runAsUser=0 (pod and container "c" must not set runAsUser=0)',
      ],
    ],
    allowed: [context({ runAsUser: 1000 }), { ...context({ runAsUser: 0 }), spec: { hostUsers: false } }],
  },
  hostPathVolumes: {
    level: 'baseline',
    forbidden: [
      [volume({ hostPath: { path: '/' } }), 'hostPath volumes (volume "v")'],
      [
        { spec: { volumes: ['a', 'b'].map((name) => ({ name, hostPath: { path: '/' } })) } },
        'hostPath volumes (volumes "a", "b")',
      ],
    ],
    allowed: [volume({ emptyDir: {} })],
  },
  restrictedVolumes: {
    level: 'restricted',
    forbidden: [
      ...['gitRepo', 'nfs', 'iscsi', 'rbd', 'flexVolume', 'cephfs', 'fc', 'portworxVolume', 'awsElasticBlockStore'].map(
        (source) =>
          [
            volume({ [source]: {} }),
            `restricted volume types (volume "v" uses restricted volume type "${source}")`,
          ] as const,
      ),
      [volume({ emptyDir: {}, nfs: {} }), 'restricted volume types (volume "v" uses restricted volume type "nfs")'],
    ],
    allowed: [
      'configMap',
      'csi',
      'downwardAPI',
      'emptyDir',
      'ephemeral',
      'image',
      'persistentVolumeClaim',
      'projected',
      'secret',
    ].map((source) => volume({ [source]: {} })),
  },
};

test('the table has every check, at its level', () => {
  const levels = Object.fromEntries(builtinChecks.map(({ id, level }) => [id, level]));
  expect(Object.fromEntries(Object.entries(TABLE).map(([id, { level }]) => [id, level]))).toEqual(levels);
});

describe.each(Object.entries(TABLE))('%s', (_id, { level, forbidden, allowed }) => {
  it.each(KINDS)('finds what is forbidden in %s, and the levels below allow it', (kind) => {
    for (const [change, expected] of forbidden) {
      expect(findings(change, kind, { level })).toBe(expected);
      expect(findings(change, kind, { level: 'restricted' })).not.toBe('');
      expect(findings(change, kind, { level: 'privileged' })).toBe('');
      if (level === 'restricted') expect(findings(change, kind, { level: 'baseline' })).toBe('');
    }
  });

  it.each(KINDS)('allows the rest in %s, at every level', (kind) => {
    for (const change of allowed) {
      for (const each of ['privileged', 'baseline', 'restricted'] as const) {
        expect(findings(change, kind, { level: each }), JSON.stringify(change)).toBe('');
      }
    }
  });
});

describe('versions', () => {
  const at = (change: Change, level: PodSecurityLevel, version: PolicyVersion): boolean =>
    findings(change, 'containers', { level, version }) === '';
  const sysctl = (name: string): Change => podContext({ sysctls: [{ name, value: '1' }] });
  const unconfined = { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } };

  it.each([
    ['probes with a host are forbidden', TABLE.hostProbesAndHostLifecycle?.forbidden[0]?.[0], 'baseline', 34],
    ['capabilities must be dropped', without('capabilities'), 'restricted', 22],
    ['privilege escalation is forbidden', without('allowPrivilegeEscalation'), 'restricted', 8],
    ['user 0 is forbidden', context({ runAsUser: 0 }), 'restricted', 23],
    ['a seccomp profile is required', without('seccompProfile'), 'restricted', 19],
  ] as const)('%s from then on', (_name, change = {}, level, since) => {
    expect([at(change, level, since - 1), at(change, level, since), at(change, level, 'latest')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['reserved ports', sysctl('net.ipv4.ip_local_reserved_ports'), 'baseline', 27],
    ['keepalive', sysctl('net.ipv4.tcp_keepalive_time'), 'baseline', 29],
    ['buffer sizes', sysctl('net.ipv4.tcp_rmem'), 'baseline', 32],
    ['container_engine_t', podContext({ seLinuxOptions: { type: 'container_engine_t' } }), 'baseline', 31],
    ['annotations that have no effect any more', unconfined, 'baseline', 19],
    ['root in a user namespace', { ...context({ runAsUser: 0 }), spec: { hostUsers: false } }, 'restricted', 35],
    [
      'an unmasked /proc in a user namespace',
      { ...context({ procMount: 'Unmasked' }), spec: { hostUsers: false } },
      'baseline',
      35,
    ],
    ['Windows without seccomp', { ...without('seccompProfile'), spec: { os: { name: 'windows' } } }, 'restricted', 25],
  ] as const)('%s: allowed from then on', (_name, change, level, since) => {
    expect([at(change, level, since - 1), at(change, level, since), at(change, level, 'latest')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('a version of the future means the latest', () => {
    expect(at(without('capabilities'), 'restricted', 99)).toBe(false);
  });
});

test('findings of baseline come first, then those of restricted, each by id', () => {
  const change: Change = { container: {}, spec: { hostNetwork: true, hostPID: true } };
  expect(findings({ ...change, container: { securityContext: {} } }, 'containers', { level: 'restricted' })).toBe(
    [
      'host namespaces (hostNetwork=true, hostPID=true)',
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
      'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])',
      'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
      'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ].join(', '),
  );
});

test('a pod that claims to be one of Windows does not get forbidden values past the restricted level', () => {
  const spec = { os: { name: 'windows' } };
  for (const fields of [{ seccompProfile: { type: 'Unconfined' } }, { capabilities: { add: ['SYS_ADMIN'] } }]) {
    expect(findings({ spec, ...context(fields) }, 'containers', { level: 'restricted' })).not.toBe('');
  }
});

const changes = Object.values(TABLE).flatMap(({ forbidden, allowed }) => [
  ...forbidden.map(([change]) => change),
  ...allowed,
]);

test('restricted allows nothing that baseline forbids, in any version and combination', () => {
  const change = fc.subarray(changes, { maxLength: 4 });
  const version = fc.oneof(fc.constant('latest' as const), fc.nat(LATEST + 2));
  let passed = 0;
  fc.assert(
    fc.property(change, fc.constantFrom(...KINDS), version, (parts, kind, version) => {
      const merged = parts.reduce(merge, {});
      const restricted = findings(merged, kind, { level: 'restricted', version });
      const baseline = findings(merged, kind, { level: 'baseline', version });
      expect(findings(merged, kind, { level: 'privileged', version })).toBe('');
      if (restricted !== '') return;
      expect(baseline).toBe('');
      passed += 1;
    }),
    { numRuns: 500 },
  );
  expect(passed).toBeGreaterThan(50);
});

function merge(a: Change, b: Change): Change {
  const podSecurityContext = { ...a.spec?.securityContext, ...b.spec?.securityContext };
  const securityContext = { ...CONFINED, ...a.container?.securityContext, ...b.container?.securityContext };
  return {
    spec: { ...a.spec, ...b.spec, securityContext: podSecurityContext },
    container: { ...a.container, ...b.container, securityContext },
    annotations: { ...a.annotations, ...b.annotations },
  };
}

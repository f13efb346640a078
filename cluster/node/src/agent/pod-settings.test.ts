import type { Container, Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import type { RuntimeFeature } from '../runtime/index.ts';
import { hostsText, podNames } from './pod-names.ts';
import { containerRights, findUnsupported, oomScore, sandboxSettings, settingsRejection } from './pod-settings.ts';

const NODE = { name: 'machine', clusterDomain: 'cluster.local' };

function pod(spec: Partial<PodSpec> = {}, container: Partial<Container> = {}): Pod {
  const containers = [{ name: 'main', image: 'host:1', ...container }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' }, spec: { containers, ...spec } };
}

const offer = (...features: readonly RuntimeFeature[]) => ({ name: 'sandbox', features: new Set(features) });
const refusal = (object: Pod, ...features: readonly RuntimeFeature[]): string | undefined => {
  const [container] = object.spec?.containers ?? [];
  return container && findUnsupported(object, container, offer(...features));
};

describe('what a runtime does not have is refused by name', () => {
  test.each<readonly [RuntimeFeature, Pod]>([
    ['privileged', pod({}, { securityContext: { privileged: true } })],
    ['hostPID', pod({ hostPID: true })],
    ['hostIPC', pod({ hostIPC: true })],
    ['shareProcessNamespace', pod({ shareProcessNamespace: true })],
    ['userNamespaces', pod({ hostUsers: false })],
    ['capabilities', pod({}, { securityContext: { capabilities: { add: ['CAP_NET_ADMIN'] } } })],
    ['seccomp', pod({ securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'a.json' } } })],
    ['seLinux', pod({ securityContext: { seLinuxOptions: { level: 's0' } } })],
    ['procMount', pod({}, { securityContext: { procMount: 'Unmasked' } })],
    ['sysctls', pod({ securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } })],
    [
      'mountPropagation',
      pod({}, { volumeMounts: [{ name: 'a', mountPath: '/a', mountPropagation: 'HostToContainer' }] }),
    ],
    [
      'recursiveReadOnlyMounts',
      pod({}, { volumeMounts: [{ name: 'a', mountPath: '/a', recursiveReadOnly: 'Enabled' }] }),
    ],
    ['devices', pod({}, { volumeDevices: [{ name: 'a', devicePath: '/dev/a' }] })],
  ])('%s', (feature, object) => {
    expect(refusal(object)).toContain('is not supported by the container runtime sandbox of this node');
    expect(refusal(object, feature)).toBeUndefined();
  });

  test('pods without such settings, and the usual capabilities, are not refused', () => {
    expect(refusal(pod())).toBeUndefined();
    const capabilities = { add: ['NET_BIND_SERVICE', 'CHOWN'], drop: ['ALL'] };
    expect(refusal(pod({}, { securityContext: { capabilities, allowPrivilegeEscalation: false } }))).toBeUndefined();
  });
});

test('capabilities are passed on without their prefix, profiles as files or words', () => {
  const securityContext = {
    capabilities: { add: ['cap_net_admin'], drop: ['all'] },
    seccompProfile: { type: 'Localhost', localhostProfile: 'own/a.json' },
  };
  const object = pod({ securityContext: { seccompProfile: { type: 'Unconfined' } } }, { securityContext });
  const [container] = object.spec?.containers ?? [];
  expect(container && containerRights(object, container, '/profiles')).toEqual({
    ...{ addCapabilities: ['NET_ADMIN'], dropCapabilities: ['ALL'], seccomp: { file: '/profiles/own/a.json' } },
  });
  expect(containerRights(object, { name: 'other' }, '/profiles')).toEqual({ seccomp: 'unconfined' });
});

test('sandboxes get only what their runtime has, and limits of the pod with what its class adds', () => {
  const object = pod({
    ...{ hostPID: true, hostNetwork: true, shareProcessNamespace: true },
    ...{ resources: { limits: { cpu: '1', memory: '64Mi' } }, overhead: { cpu: '250m', memory: '1Mi' } },
    securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] },
  });
  expect(sandboxSettings(object, offer('shareProcessNamespace'))).toEqual({
    ...{ hostNetwork: true, sharedProcesses: true, sysctls: { 'kernel.shm_rmid_forced': '1' } },
    resources: { cpuLimit: 1250, cpuRequest: undefined, memoryLimit: 65 * 2 ** 20 },
  });
});

test('sysctls that are not safe end the pod unless the node allows them', () => {
  const sysctls = (name: string, more: Partial<PodSpec> = {}) =>
    pod({ securityContext: { sysctls: [{ name, value: '1' }] }, ...more });
  expect(settingsRejection(sysctls('net.ipv4.tcp_fin_timeout'), offer())).toBeUndefined();
  expect(settingsRejection(sysctls('net/ipv4/tcp_fin_timeout'), offer())).toBeUndefined();
  expect(settingsRejection(sysctls('net.core.somaxconn'), offer())?.reason).toBe('SysctlForbidden');
  expect(settingsRejection(sysctls('net.core.somaxconn'), offer(), ['net.core.*'])).toBeUndefined();
  expect(settingsRejection(sysctls('kernel.shm_rmid_forced', { hostIPC: true }), offer())?.message).toContain(
    'not allowed with host ipc enabled',
  );
});

test('the memory that a container asks for keeps its processes from being ended early', () => {
  const score = (qosClass: string, memory?: string): number =>
    oomScore(
      { ...pod(), status: { qosClass } },
      { name: 'main', resources: { requests: memory ? { memory } : {} } },
      2 ** 30,
    );
  expect(score('Guaranteed', '1Gi')).toBe(-997);
  expect(score('BestEffort')).toBe(1000);
  expect(score('Burstable', '512Mi')).toBe(500);
  expect(score('Burstable', '1Gi')).toBe(3);
  expect(score('Burstable')).toBe(999);
});

test('pods are called as they ask for, and refused a name that is too long', () => {
  expect(podNames(pod(), NODE)).toEqual({ hostname: 'web', shortName: 'web' });
  expect(podNames(pod({ hostNetwork: true }), NODE).hostname).toBe('machine');
  const member = { hostname: 'db', subdomain: 'data' };
  const fqdn = 'db.data.shop.svc.cluster.local';
  expect(podNames(pod(member), NODE)).toEqual({ hostname: 'db', shortName: 'db', fqdn });
  expect(podNames(pod({ ...member, setHostnameAsFQDN: true }), NODE).hostname).toBe(fqdn);
  expect(() => podNames(pod({ ...member, hostname: 'd'.repeat(50), setHostnameAsFQDN: true }), NODE)).toThrow(
    'too long',
  );
  const hosts = hostsText(
    {
      ...pod({ ...member, hostAliases: [{ ip: '10.1.2.3', hostnames: ['one', 'two'] }] }),
      status: { podIP: '10.244.0.9' },
    },
    { hostname: 'db', shortName: 'db', fqdn },
    '',
  );
  expect(hosts).toContain(`10.244.0.9\t${fqdn}\tdb\n`);
  expect(hosts).toContain('# Entries added by HostAliases.\n10.1.2.3\tone\ttwo\n');
});

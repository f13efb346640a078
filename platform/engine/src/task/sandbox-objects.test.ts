import type { KubeObject } from '@kubemin/kubeapi';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceClient } from '../delivery/resource-client.ts';
import { egressPolicy } from '../sandbox/egress.ts';
import { sandboxPod } from '../sandbox/sandbox-pod.ts';
import { sandboxNamespace, sandboxObjects } from './sandbox-objects.ts';
import { DEFAULT_SANDBOX_SETTINGS } from './sandbox-settings.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const settings = DEFAULT_SANDBOX_SETTINGS;
const rules = [
  { to: 'application' },
  { to: 'internet', ports: [443] },
  { to: '10.1.0.0/16', ports: [5432, 6379] },
  { to: 'fd00::/8' },
];

async function create(object: KubeObject): Promise<KubeObject> {
  return resourceClient(cluster.client, object).create(object, { fieldValidation: 'Strict' });
}

test('a cluster that is asked to be strict takes all of it, and a pod gets its bounds there', async () => {
  const { namespace, ...guards } = sandboxObjects('shop', settings);
  await create(namespace);
  for (const object of Object.values(guards)) await create(object);
  const egress = egressPolicy(rules, { namespace: 'shop-jobs', application: 'shop' });
  if (egress === undefined) throw new Error('rules without a policy');
  await create(egress.policy);
  const place = { job: { id: 'j1', taskId: 't1' }, appId: 'a1', namespace: 'shop-jobs', egress: egress.label };
  const resources = { cpu: '1', memory: '64Mi', gpu: '2' };
  const request = { image: 'i:1', command: ['run'], args: ['x'], env: { A: '1' }, resources, runAsUser: 7 };
  const made = await create(sandboxPod(request, { ...place, deadlineSeconds: 60 }, settings));
  expect(made).toMatchObject({
    metadata: { name: 'job-j1', labels: { 'kube-min-cli-appId': 'a1', 'kubemin.io/task': 't1' } },
    spec: { containers: [{ resources: { limits: { cpu: '1', memory: '64Mi', 'nvidia.com/gpu': '2' } } }] },
  });
  const plain = await create(sandboxPod({ image: 'i:1' }, { ...place, job: { id: 'j2', taskId: 't1' } }, settings));
  expect(plain).toMatchObject({ spec: { containers: [{ resources: { limits: settings.defaults } }] } });
});

test('a pod has no privilege whatever, as the "restricted" pod security wants it', () => {
  const place = { job: { id: 'j1', taskId: 't1' }, appId: 'a1', namespace: 'n' };
  const { spec } = sandboxPod({ image: 'i:1' }, place, settings);
  expect(spec).toMatchObject({
    restartPolicy: 'Never',
    serviceAccountName: 'kubemin-jobs',
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      { securityContext: { allowPrivilegeEscalation: false, privileged: false, capabilities: { drop: ['ALL'] } } },
    ],
  });
  for (const field of ['hostNetwork', 'hostPID', 'hostIPC', 'volumes']) expect(spec).not.toHaveProperty(field);
});

test('the same rules give the same policy, others another, none none', () => {
  const at = { namespace: 'shop-jobs', application: 'shop' };
  expect(egressPolicy(rules, at)).toEqual(egressPolicy(structuredClone(rules), at));
  expect(egressPolicy(rules.slice(1), at)?.label).not.toBe(egressPolicy(rules, at)?.label);
  expect(egressPolicy([], at)).toBeUndefined();
});

test('"internet" leaves out what is private', () => {
  const { policy } = egressPolicy([{ to: 'internet' }], { namespace: 'n', application: 'a' }) ?? {};
  expect(policy?.spec?.egress?.[0]?.to?.[0]?.ipBlock?.except).toContain('169.254.0.0/16');
});

test('a namespace whose name would be too long gets a short one that is its own', () => {
  const long = (end: string) => sandboxNamespace(`${'n'.repeat(60)}${end}`, settings);
  expect(sandboxNamespace('shop', settings)).toBe('shop-jobs');
  expect(long('ab')).toHaveLength(63);
  expect(long('ab')).not.toBe(long('ac'));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';

const PODS = '/api/v1/namespaces/default/pods';
const CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
  const scheduling = { nodeSelector: { vm: 'yes' }, tolerations: [{ key: 'vm', operator: 'Exists' }] };
  const overhead = { podFixed: { cpu: '250m', memory: '64Mi' } };
  await api.create(CLASSES, { metadata: { name: 'vm' }, handler: 'vm', overhead, scheduling });
  await api.create(CLASSES, { metadata: { name: 'plain' }, handler: 'runc' });
});
afterAll(() => api.close());

const pod = (name: string, spec: object) => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'a:1' }], ...spec },
});

test('a pod gets the overhead, the selector and the tolerations of its class beside its own', async () => {
  const tolerations = [{ key: 'own', operator: 'Exists' }];
  const spec = { runtimeClassName: 'vm', nodeSelector: { own: 'a' }, tolerations };
  expect(await api.create(PODS, pod('whole', spec))).toMatchObject({
    spec: {
      overhead: { cpu: '250m', memory: '64Mi' },
      nodeSelector: { own: 'a', vm: 'yes' },
      tolerations: expect.arrayContaining([...tolerations, { key: 'vm', operator: 'Exists' }]),
    },
  });
  const plain = await api.create(PODS, pod('plain', { runtimeClassName: 'plain' }));
  expect(plain).not.toHaveProperty('spec.overhead');
});

test.each([
  ['a class that does not exist', { runtimeClassName: 'none' }, 'RuntimeClass "none" not found'],
  [
    'another overhead than that of the class',
    { runtimeClassName: 'vm', overhead: { cpu: '1' } },
    "Pod's Overhead doesn't match RuntimeClass's defined Overhead",
  ],
  [
    'an overhead without a class',
    { overhead: { cpu: '1' } },
    'Pod Overhead set without corresponding RuntimeClass defined Overhead',
  ],
  [
    'another node than that of the class',
    { runtimeClassName: 'vm', nodeSelector: { vm: 'no' } },
    'conflict: runtimeClass.scheduling.nodeSelector[vm] = yes; pod.spec.nodeSelector[vm] = no',
  ],
])('%s is refused', async (_, spec, message) => {
  const status = await api.refused('POST', PODS, { body: pod('refused', spec) });
  expect(status).toMatchObject({ code: 403, message: `pods "refused" is forbidden: pod rejected: ${message}` });
});

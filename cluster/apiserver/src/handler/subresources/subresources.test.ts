import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pod, TestApi } from '../../test-support/test-api.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const PODS = `${NAMESPACE}/pods`;
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const MERGE = { contentType: 'application/merge-patch+json' };
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

/** A running pod on a node, ready or not. */
async function runningPod(name: string, { labels = {}, ready = true } = {}): Promise<void> {
  await api.create(PODS, { metadata: { name, labels }, spec: { containers: [{ name: 'main', image: 'i:1' }] } });
  await api.create(`${PODS}/${name}/binding`, { target: { name: 'node' } });
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  await api.patch(`${PODS}/${name}/status`, { status: { phase: 'Running', conditions } });
}

async function budget(name: string, labels: object, status: object): Promise<void> {
  await api.create(BUDGETS, { metadata: { name }, spec: { minAvailable: 1, selector: { matchLabels: labels } } });
  await api.patch(`${BUDGETS}/${name}/status`, { status: { observedGeneration: 1, ...status } });
}

function evict(name: string, more: object = {}) {
  return { body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...more } };
}

describe('an eviction', () => {
  it('without a budget deletes gracefully and records the reason', async () => {
    await runningPod('free');
    const response = await api.send('POST', `${PODS}/free/eviction`, evict('free'));
    expect(response).toMatchObject({ status: 201, object: { kind: 'Status', status: 'Success' } });
    const going = await api.get(`${PODS}/free`);
    expect(going.metadata.deletionTimestamp).toBeDefined();
    expect(going).toMatchObject({
      status: { conditions: expect.arrayContaining([expect.objectContaining({ type: 'DisruptionTarget' })]) },
    });
  });

  it('takes one from the budget and remembers which', async () => {
    const labels = { app: 'spend' };
    await runningPod('spend', { labels });
    await budget('spend', labels, { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 });
    await api.ok('POST', `${PODS}/spend/eviction`, evict('spend'));
    expect(await api.get(`${BUDGETS}/spend`)).toMatchObject({
      status: { disruptionsAllowed: 0, disruptedPods: { spend: expect.any(String) } },
    });
  });

  it('is refused with 429 when nothing is left', async () => {
    const labels = { app: 'tight' };
    await runningPod('tight', { labels });
    await budget('tight', labels, { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 });
    expect(await api.refused('POST', `${PODS}/tight/eviction`, evict('tight'))).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget tight needs 1 healthy pods and has 1 currently',
          },
        ],
      },
    });
    expect((await api.get(`${PODS}/tight`)).metadata.deletionTimestamp).toBeUndefined();
  });

  it('is asked to come back while the budget is being counted', async () => {
    const labels = { app: 'new' };
    await runningPod('new', { labels });
    await api.create(BUDGETS, { metadata: { name: 'new' }, spec: { selector: { matchLabels: labels } } });
    const response = await api.send('POST', `${PODS}/new/eviction`, evict('new'));
    expect(response).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  });

  it('of many pods at once spends no more than there is', async () => {
    const labels = { app: 'race' };
    const names = ['r0', 'r1', 'r2', 'r3', 'r4'];
    for (const name of names) await runningPod(name, { labels });
    await budget('race', labels, { disruptionsAllowed: 2, currentHealthy: 5, desiredHealthy: 3, expectedPods: 5 });
    const responses = await Promise.all(names.map((name) => api.send('POST', `${PODS}/${name}/eviction`, evict(name))));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
  });

  it('of a pod that is not ready costs nothing while the others are enough', async () => {
    const labels = { app: 'sick' };
    await runningPod('sick', { labels, ready: false });
    await budget('sick', labels, { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 2 });
    await api.ok('POST', `${PODS}/sick/eviction`, evict('sick'));
  });

  it('under two budgets is an error of the server', async () => {
    const labels = { app: 'two' };
    await runningPod('two', { labels });
    await budget('two-a', labels, { disruptionsAllowed: 1 });
    await budget('two-b', labels, { disruptionsAllowed: 1 });
    expect(await api.refused('POST', `${PODS}/two/eviction`, evict('two'))).toMatchObject({ code: 500 });
  });

  it('can be rehearsed', async () => {
    await runningPod('rehearsed');
    await api.ok('POST', `${PODS}/rehearsed/eviction`, evict('rehearsed', { deleteOptions: { dryRun: ['All'] } }));
    expect((await api.get(`${PODS}/rehearsed`)).metadata.deletionTimestamp).toBeUndefined();
  });

  it('of a pod that is not there is 404', async () => {
    expect(await api.refused('POST', `${PODS}/missing/eviction`, evict('missing'))).toMatchObject({ code: 404 });
  });
});

describe('ephemeral containers', () => {
  const url = `${PODS}/debugged/ephemeralcontainers`;
  const debug = { spec: { ephemeralContainers: [{ name: 'debug', image: 'tools:1', targetContainerName: 'main' }] } };

  it('are added beside the others, and only through here', async () => {
    await api.create(PODS, pod('debugged'));
    const changed = await api.ok('PATCH', url, { body: debug, contentType: 'application/strategic-merge-patch+json' });
    expect(changed).toMatchObject({
      metadata: { generation: 2 },
      spec: {
        containers: [{ name: 'main' }],
        ephemeralContainers: [{ name: 'debug', imagePullPolicy: 'IfNotPresent' }],
      },
    });
  });

  it('cannot be taken away or changed', async () => {
    const causes = async (ephemeralContainers: readonly object[]): Promise<unknown> =>
      (await api.refused('PATCH', url, { body: { spec: { ephemeralContainers } }, ...MERGE })).details?.causes?.[0];
    expect(await causes([{ name: 'other', image: 'i' }])).toMatchObject({
      message: 'Forbidden: existing ephemeral containers "debug" may not be removed',
    });
    expect(await causes([{ name: 'debug', image: 'tools:2' }])).toMatchObject({
      message: 'Forbidden: existing ephemeral containers "debug" may not be changed',
    });
  });

  it('obey the rules of containers, and have no ports', async () => {
    const added = { name: 'x', image: 'i', ports: [{ containerPort: 1 }], targetContainerName: 'nobody' };
    const status = await api.refused('PATCH', url, {
      body: { spec: { ephemeralContainers: [added] } },
      contentType: 'application/strategic-merge-patch+json',
    });
    expect(status.details?.causes?.map(({ field }) => field)).toEqual([
      'spec.ephemeralContainers[0].ports',
      'spec.ephemeralContainers[0].targetContainerName',
    ]);
  });

  it('change nothing else of the pod', async () => {
    const changed = await api.ok('PATCH', url, { body: { spec: { nodeName: 'x' } }, ...MERGE });
    expect(changed).not.toHaveProperty('spec.nodeName');
    expect(changed.metadata.generation).toBe(2);
  });
});

describe('a resize', () => {
  const resources = { requests: { cpu: '1' }, limits: { cpu: '2' } };
  const asked = (next: object): { readonly body: unknown; readonly contentType: string } => ({
    body: { spec: { containers: [{ name: 'main', resources: next }] } },
    contentType: 'application/strategic-merge-patch+json',
  });

  it('changes cpu and memory, not the quality of service', async () => {
    await api.create(PODS, pod('sized', { containers: [{ name: 'main', image: 'i', resources }] }));
    const url = `${PODS}/sized/resize`;
    expect(await api.ok('PATCH', url, asked({ requests: { cpu: '500m' } }))).toMatchObject({
      spec: { containers: [{ resources: { requests: { cpu: '500m' }, limits: { cpu: '2' } } }] },
    });
    const storage = await api.refused('PATCH', url, asked({ limits: { 'ephemeral-storage': '1Gi' } }));
    expect(storage.message).toContain('only cpu and memory resources are mutable');
    const memory = { cpu: '1', memory: '1Gi' };
    const guaranteed = await api.refused('PATCH', url, asked({ requests: memory, limits: memory }));
    expect(guaranteed.message).toContain('Pod QOS Class may not change as a result of resizing');
  });
});

describe('a certificate request', () => {
  const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
  const spec = { request: Buffer.from(pem).toString('base64'), signerName: 'a.io/b', usages: ['client auth'] };
  const decision = (type: string): object => ({ status: { conditions: [{ type, status: 'True', reason: 'Yes' }] } });

  it('belongs to the caller, whatever username it contains', async () => {
    const created = await api.create(REQUESTS, { metadata: { name: 'mine' }, spec: { ...spec, username: 'other' } });
    expect(created).toMatchObject({
      spec: { username: 'kubemin-admin', groups: expect.arrayContaining(['system:masters']) },
    });
  });

  it('is approved once, and stays approved', async () => {
    await api.create(REQUESTS, { metadata: { name: 'ok' }, spec });
    const url = `${REQUESTS}/ok/approval`;
    const approved = await api.ok('PATCH', url, { body: decision('Approved'), ...MERGE });
    expect(approved).toMatchObject({
      status: { conditions: [{ type: 'Approved', lastUpdateTime: expect.any(String) }] },
    });
    const both = { status: { conditions: [...readConditions(approved), { type: 'Denied', status: 'True' }] } };
    expect((await api.refused('PATCH', url, { body: both, ...MERGE })).message).toContain('mutually exclusive');
    const none = await api.refused('PATCH', url, { body: { status: { conditions: [] } }, ...MERGE });
    expect(none.message).toContain('updates may not remove a condition of type "Approved"');
  });

  it('takes other conditions and annotations along with a decision, in their order', async () => {
    await api.create(REQUESTS, { metadata: { name: 'noted' }, spec });
    const metadata = { annotations: { note: 'yes' } };
    const url = `${REQUESTS}/noted/approval`;
    const noted = await api.ok('PATCH', url, { body: { metadata, ...decision('Noted') }, ...MERGE });
    expect(noted).toMatchObject({ metadata, status: { conditions: [{ type: 'Noted' }] } });
    const both = { status: { conditions: [...readConditions(noted), { type: 'Approved', status: 'True' }] } };
    expect(await api.ok('PATCH', url, { body: both, ...MERGE })).toMatchObject({
      metadata,
      status: { conditions: [{ type: 'Noted' }, { type: 'Approved' }] },
    });
    const annotated = { metadata: { annotations: { signed: 'yes' } } };
    expect(await api.patch(`${REQUESTS}/noted/status`, annotated)).toMatchObject(annotated);
  });

  it('is signed through its status, which keeps the decision', async () => {
    const certificate = Buffer.from('x').toString('base64');
    const url = `${REQUESTS}/ok/status`;
    expect(await api.patch(url, { status: { certificate } })).toMatchObject({
      status: { certificate, conditions: [{ type: 'Approved' }] },
    });
  });

  it('cannot change what it asks for', async () => {
    expect(await api.patch(`${REQUESTS}/ok`, { spec: { signerName: 'c.io/d' } })).toMatchObject({ spec });
  });
});

it('a binding can be posted by the name of its pod', async () => {
  await api.create(PODS, pod('older'));
  const body = { metadata: { name: 'older' }, target: { kind: 'Node', name: 'n1' } };
  expect(await api.send('POST', `${NAMESPACE}/bindings`, { body })).toMatchObject({ status: 201 });
  expect(await api.get(`${PODS}/older`)).toMatchObject({ spec: { nodeName: 'n1' } });
  expect(await api.send('POST', `${NAMESPACE}/bindings`, { body })).toMatchObject({ status: 409 });
});

it('replication controllers are scaled', async () => {
  const controllers = `${NAMESPACE}/replicationcontrollers`;
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await api.create(controllers, { metadata: { name: 'rc' }, spec: { template } });
  expect(await api.patch(`${controllers}/rc/scale`, { spec: { replicas: 3 } })).toMatchObject({
    kind: 'Scale',
    spec: { replicas: 3 },
    status: { selector: 'a=b' },
  });
});

it('an unknown subresource is not found', async () => {
  expect(await api.refused('GET', `${PODS}/older/nothing`)).toMatchObject({
    code: 404,
    message: 'the server could not find the requested resource',
  });
});

function readConditions(object: object): readonly object[] {
  return Object(object).status.conditions;
}

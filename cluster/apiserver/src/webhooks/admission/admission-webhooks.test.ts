import { asJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForwardingNode, createServedService } from '../../test-support/served-service.ts';
import { configMap, deployment, pod, TestApi } from '../../test-support/test-api.ts';
import { allow, deny, type WebhookHandler, WebhookServer } from '../../test-support/webhook-server.ts';
import { DEFINITIONS, WIDGETS, widget, widgetDefinition } from '../../test-support/widget-definition.ts';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';

let api: TestApi;
let server: WebhookServer;
let handle: WebhookHandler;
beforeEach(async () => {
  handle = (review) => allow(review);
  server = await WebhookServer.start((review, path) => handle(review, path));
  api = await TestApi.start();
});
afterEach(async () => {
  await api.close();
  await server.close();
});

/** A webhook for everything that is done to config maps. */
function webhook(name: string, more: JsonObject = {}, path = `/${name}`): JsonObject {
  return {
    name: `${name}.test.example`,
    clientConfig: server.clientConfig(path),
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  };
}

function rule(resources: readonly string[], apiGroups: readonly string[] = ['']): JsonObject {
  return { rules: [{ operations: ['*'], apiGroups: [...apiGroups], apiVersions: ['*'], resources: [...resources] }] };
}

async function register(kind: 'Mutating' | 'Validating', ...webhooks: readonly JsonObject[]): Promise<string> {
  const url = `${CONFIGURATIONS}/${kind.toLowerCase()}webhookconfigurations`;
  const body = { kind: `${kind}WebhookConfiguration`, apiVersion: 'admissionregistration.k8s.io/v1' };
  await api.create(url, { ...body, metadata: { name: 'under-test' }, webhooks });
  return `${url}/under-test`;
}

function data(key: string, value = 'yes'): readonly unknown[] {
  return [{ op: 'add', path: `/data/${key}`, value }];
}

describe('a validating webhook', () => {
  it('gets the whole request, and its denial reaches the client with its code, reason and details', async () => {
    handle = (review) =>
      deny(review, {
        message: 'not on a Friday',
        reason: 'Friday',
        code: 418,
        details: { causes: [{ message: 'x' }] },
      });
    await register('Validating', webhook('calendar'));
    const status = await api.refused('POST', `${MAPS}?fieldManager=me`, { body: configMap('a', { data: { k: 'v' } }) });
    expect(status).toMatchObject({
      code: 418,
      reason: 'Friday',
      message: 'admission webhook "calendar.test.example" denied the request: not on a Friday',
      details: { causes: [{ message: 'x' }] },
    });
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
    const resource = { group: '', version: 'v1', resource: 'configmaps' };
    expect(server.reviews[0]).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' });
    expect(server.takeRequests()).toMatchObject([
      {
        kind,
        resource,
        requestKind: kind,
        requestResource: resource,
        name: 'a',
        namespace: 'default',
        operation: 'CREATE',
        userInfo: { groups: expect.arrayContaining(['system:masters']) },
        object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { k: 'v' } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
      },
    ]);
    expect((await api.send('GET', `${MAPS}/a`)).status).toBe(404);
  });

  it('is called for updates and deletions with the old object, and warns', async () => {
    await api.create(MAPS, configMap('a', { data: { k: '1' } }));
    handle = (review) => allow(review, undefined, { warnings: ['mind the gap'] });
    await register('Validating', webhook('watcher'));
    const patched = await api.send('PATCH', `${MAPS}/a`, {
      body: { data: { k: '2' } },
      contentType: 'application/merge-patch+json',
    });
    expect(patched).toMatchObject({ status: 200, headers: { warning: ['299 - "mind the gap"'] } });
    await api.ok('DELETE', `${MAPS}/a`);
    expect(server.takeRequests()).toMatchObject([
      {
        operation: 'UPDATE',
        object: { data: { k: '2' } },
        oldObject: { data: { k: '1' } },
        options: { kind: 'PatchOptions' },
      },
      {
        operation: 'DELETE',
        name: 'a',
        object: null,
        oldObject: { data: { k: '2' } },
        options: { kind: 'DeleteOptions' },
      },
    ]);
  });

  it('may prevent a deletion, also one of a whole collection', async () => {
    await api.create(MAPS, configMap('a'));
    handle = (review) => deny(review, { message: 'keep' });
    await register('Validating', webhook('keeper'));
    for (const url of [`${MAPS}/a`, MAPS]) {
      expect((await api.refused('DELETE', url)).message).toBe(
        'admission webhook "keeper.test.example" denied the request: keep',
      );
    }
    await api.get(`${MAPS}/a`);
  });

  it('that fails refuses the request, or is ignored, by its failure policy', async () => {
    handle = () => ({ kind: 'Nonsense' });
    const url = await register('Validating', webhook('broken'));
    const status = await api.refused('POST', MAPS, { body: configMap('a') });
    expect(status).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(status.message).toBe(
      'Internal error occurred: failed calling webhook "broken.test.example": received invalid webhook response: webhook response was absent',
    );
    await api.patch(url, [{ op: 'replace', path: '/webhooks/0/failurePolicy', value: 'Ignore' }], 'json');
    await api.create(MAPS, configMap('a'));
    expect(server.takeRequests()).toHaveLength(2);
  });

  it.each([
    ['another uid', (review: JsonObject) => allow(review, undefined, { uid: 'other' }), 'expected response.uid='],
    ['another version', () => ({ apiVersion: 'v2', kind: 'AdmissionReview', response: {} }), 'expected response.uid='],
    ['a patch', (review: JsonObject) => allow(review, []), 'validating webhook may not return response.patch'],
  ])('must not respond with %s', async (_, response, why) => {
    handle = response;
    await register('Validating', webhook('odd'));
    expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toContain(why);
  });

  it('that does not respond in its time counts as failed', async () => {
    handle = () => undefined;
    await register('Validating', webhook('slow', { timeoutSeconds: 1 }));
    const { message } = await api.refused('POST', MAPS, { body: configMap('a') });
    expect(message).toContain('failed to call webhook: Post "https://127.0.0.1:');
    expect(message).toContain('/slow?timeout=1s": context deadline exceeded');
  });

  it('is not trusted without a certificate of its authority', async () => {
    const other = await WebhookServer.start((review) => allow(review));
    try {
      const { url } = asJsonObject(server.clientConfig());
      await register('Validating', webhook('impostor', { clientConfig: { url: url ?? '', caBundle: other.caBundle } }));
      expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toContain('failed to call webhook');
      expect(server.takeRequests()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('of a Service without pods has failed', async () => {
    const service = { namespace: 'default', name: 'hooks', path: '/x' };
    await register('Validating', webhook('absent', { clientConfig: { service, caBundle: server.caBundle } }));
    expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toContain(
      'failed to call webhook: Post "https://hooks.default.svc/x?timeout=10s": services "hooks" not found',
    );
  });

  it('is not called for webhook configurations, which can always be deleted', async () => {
    handle = (review) => deny(review, {});
    const url = await register('Validating', webhook('tyrant', rule(['*/*'], ['*'])));
    expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toBe(
      'admission webhook "tyrant.test.example" denied the request without explanation',
    );
    await api.ok('DELETE', url);
    await api.create(MAPS, configMap('a'));
  });

  it('of several that deny, the first in order is reported', async () => {
    handle = (review, path) => (path.startsWith('/b') ? deny(review, { message: path }) : allow(review));
    await register('Validating', webhook('a'), webhook('b1'), webhook('b2'));
    expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toContain('"b1.test.example" denied');
    expect(server.takeRequests()).toHaveLength(3);
  });
});

describe('what a webhook is called for', () => {
  it('is decided by its rules: subresources, groups, scope', async () => {
    await register(
      'Validating',
      webhook('parts', rule(['pods/status', 'pods/eviction'])),
      webhook('cluster', {
        rules: [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: 'Cluster' }],
      }),
    );
    await api.create(PODS, pod('a'));
    expect(server.takeRequests()).toEqual([]);
    await api.ok('PATCH', `${PODS}/a/status`, {
      body: { status: { message: 'x' } },
      contentType: 'application/merge-patch+json',
    });
    await api.send('POST', `${PODS}/a/eviction`, { body: { metadata: { name: 'a' } } });
    await api.create('/api/v1/namespaces', { metadata: { name: 'other' } });
    expect(server.takeRequests()).toMatchObject([
      { operation: 'UPDATE', subResource: 'status', requestSubResource: 'status', kind: { kind: 'Pod' } },
      { operation: 'CREATE', subResource: 'eviction', kind: { group: 'policy', kind: 'Eviction' }, name: 'a' },
      { operation: 'CREATE', name: 'other', namespace: 'other', kind: { kind: 'Namespace' } },
    ]);
  });

  it('sees a Scale where an object is scaled', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    await api.create(deployments, deployment('web', { replicas: 2 }));
    await register('Validating', webhook('scaler', rule(['deployments/scale'], ['apps'])));
    await api.patch(`${deployments}/web/scale`, { spec: { replicas: 3 } });
    expect(server.takeRequests()).toMatchObject([
      {
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        resource: { group: 'apps', resource: 'deployments' },
        subResource: 'scale',
        object: { kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 3 } },
        oldObject: { kind: 'Scale', spec: { replicas: 2 } },
      },
    ]);
  });

  it('is decided by the labels of the namespace and of either object', async () => {
    await api.patch('/api/v1/namespaces/default', { metadata: { labels: { zone: 'a' } } });
    await register(
      'Validating',
      webhook('zone-a', { namespaceSelector: { matchLabels: { zone: 'a' } } }),
      webhook('zone-b', { namespaceSelector: { matchLabels: { zone: 'b' } } }),
      webhook('labelled', { objectSelector: { matchExpressions: [{ key: 'x', operator: 'Exists' }] } }),
    );
    const created = await api.create(MAPS, configMap('a', { metadata: { labels: { x: '1' } } }));
    expect(server.takeRequests()).toHaveLength(2);
    await api.patch(`${MAPS}/a`, { metadata: { labels: { x: null } } });
    expect(server.takeRequests()).toHaveLength(2);
    await api.patch(`${MAPS}/a`, { data: { k: created.metadata.uid } });
    expect(server.takeRequests()).toHaveLength(1);
  });

  it('is decided by match conditions, and by the failure policy where they have no value', async () => {
    const conditions = (...expressions: readonly string[]): JsonObject => ({
      matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
    });
    await register(
      'Validating',
      webhook('named', conditions("object.metadata.name != 'skip-me'", "request.operation == 'CREATE'")),
      webhook('lenient', { ...conditions('object.data.missing == 1'), failurePolicy: 'Ignore' }),
    );
    await api.create(MAPS, configMap('a'));
    await api.create(MAPS, configMap('skip-me'));
    expect(server.takeRequests()).toMatchObject([{ name: 'a' }]);
    await api.create(`${CONFIGURATIONS}/validatingwebhookconfigurations`, {
      metadata: { name: 'strict' },
      webhooks: [webhook('strict', conditions('object.data.missing == 1'))],
    });
    expect(await api.refused('POST', MAPS, { body: configMap('b') })).toMatchObject({
      code: 403,
      message: 'configmaps "b" is forbidden: no such key: data',
    });
  });

  it('a condition that does not compile is refused with the configuration', async () => {
    const broken = webhook('broken', { matchConditions: [{ name: 'x', expression: '... [] bad expression' }] });
    const status = await api.refused('POST', `${CONFIGURATIONS}/mutatingwebhookconfigurations`, {
      body: { metadata: { name: 'broken' }, webhooks: [broken] },
    });
    expect(status.code).toBe(422);
    expect(status.message).toContain(
      'webhooks[0].matchConditions[0].expression: Invalid value: "... [] bad expression": compilation failed',
    );
  });

  it('includes other versions of its resource, in the version that it registered for', async () => {
    const hpas = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
    const old = {
      operations: ['*'],
      apiGroups: ['autoscaling'],
      apiVersions: ['v1'],
      resources: ['horizontalpodautoscalers'],
    };
    await register(
      'Validating',
      webhook('equivalent', { rules: [old] }),
      webhook('exact', { rules: [old], matchPolicy: 'Exact' }),
    );
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    await api.create(hpas, { metadata: { name: 'a' }, spec: { scaleTargetRef, maxReplicas: 3 } });
    expect(server.takeRequests()).toMatchObject([
      {
        kind: { group: 'autoscaling', version: 'v1' },
        resource: { version: 'v1' },
        requestKind: { version: 'v2' },
        requestResource: { version: 'v2' },
        object: { apiVersion: 'autoscaling/v1' },
      },
    ]);
  });

  it('dry runs reach only webhooks without side effects', async () => {
    await register('Validating', webhook('pure', { sideEffects: 'NoneOnDryRun' }));
    await api.create(`${MAPS}?dryRun=All`, configMap('a'));
    expect(server.takeRequests()).toMatchObject([{ dryRun: true, options: { dryRun: ['All'] } }]);
  });

  it('connections are reviewed before they are opened', async () => {
    await api.create(PODS, pod('a'));
    handle = (review) => deny(review, { message: 'attaching to pod is not allowed' });
    await register('Validating', webhook('guard', rule(['pods/attach', 'pods/proxy'])));
    for (const path of ['attach?stdin=true&container=main', 'proxy/index.html?dryRun=no']) {
      const { message } = await api.refused('GET', `${PODS}/a/${path}`);
      expect(message).toBe(
        'admission webhook "guard.test.example" denied the request: attaching to pod is not allowed',
      );
    }
    const options = { kind: 'PodAttachOptions', apiVersion: 'v1', stdin: true, container: 'main' };
    expect(server.takeRequests()).toMatchObject([
      { operation: 'CONNECT', subResource: 'attach', name: 'a', object: options, oldObject: null, options: null },
      { operation: 'CONNECT', subResource: 'proxy', object: { kind: 'PodProxyOptions', path: '/index.html' } },
    ]);
  });
});

describe('a mutating webhook', () => {
  it('changes the object, one after the other in the order of their names', async () => {
    handle = (review, path) => {
      const { data: before } = asJsonObject(asJsonObject(review.request).object);
      return allow(review, data(path.slice(1, 2), Object.keys(asJsonObject(before)).join()));
    };
    await register('Mutating', webhook('a'), webhook('b'));
    expect(await api.create(MAPS, configMap('m', { data: { k: 'v' } }))).toMatchObject({
      data: { k: 'v', a: 'k', b: 'k,a' },
    });
  });

  it('adds what then gets its defaults and is validated', async () => {
    const container = { name: 'added', image: 'registry.test/init:1' };
    handle = (review) => allow(review, [{ op: 'add', path: '/spec/initContainers', value: [container] }]);
    await register('Mutating', webhook('init', rule(['pods'])));
    expect(await api.create(PODS, pod('a'))).toMatchObject({
      spec: { initContainers: [{ name: 'added', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent' }] },
    });
    handle = (review) => allow(review, [{ op: 'add', path: '/spec/restartPolicy', value: 'Sometimes' }]);
    expect((await api.refused('POST', PODS, { body: pod('b') })).message).toContain(
      'spec.restartPolicy: Unsupported value',
    );
  });

  it('cannot change the identity that the server gave the object', async () => {
    handle = (review) => allow(review, [{ op: 'replace', path: '/metadata/uid', value: 'mine' }, ...data('x')]);
    await register('Mutating', webhook('thief'));
    const created = await api.create(MAPS, configMap('m', { data: { k: 'v' } }));
    expect(created).toMatchObject({ data: { x: 'yes' } });
    expect(created.metadata.uid).not.toBe('mine');
  });

  it('sees custom resources, and what it adds is pruned', async () => {
    await api.create(DEFINITIONS, widgetDefinition());
    handle = (review) =>
      allow(review, [
        { op: 'add', path: '/spec/color', value: 'green' },
        { op: 'add', path: '/spec/unknown', value: 1 },
      ]);
    await register('Mutating', webhook('painter', rule(['widgets'], ['test.example'])));
    expect((await api.create(WIDGETS, widget('a', { size: 3 }))).spec).toEqual({ size: 3, color: 'green' });
  });

  it('is called again when one after it has changed the object, if it wants that', async () => {
    let calls: string[] = [];
    handle = (review, path) => {
      const name = path.slice(1, 6);
      calls.push(name);
      const { data: before } = asJsonObject(asJsonObject(review.request).object);
      return Object.hasOwn(asJsonObject(before), 'x') || name !== 'later' ? allow(review) : allow(review, data('x'));
    };
    await register(
      'Mutating',
      webhook('first', { reinvocationPolicy: 'IfNeeded' }),
      webhook('never'),
      webhook('later'),
    );
    await api.create(MAPS, configMap('m', { data: { k: 'v' } }));
    expect(calls).toEqual(['first', 'never', 'later', 'first']);
    calls = [];
    await api.create(MAPS, configMap('n', { data: { x: '1' } }));
    expect(calls).toEqual(['first', 'never', 'later']);
  });

  it('may refuse, and may not patch what has no object', async () => {
    await api.create(MAPS, configMap('m', { data: { k: 'v' } }));
    handle = (review) => allow(review, data('x'));
    await register('Mutating', webhook('eager'));
    expect((await api.refused('DELETE', `${MAPS}/m`)).message).toContain('attempted to modify the object');
    handle = (review) => deny(review, { message: 'no' });
    expect((await api.refused('DELETE', `${MAPS}/m`)).message).toContain('denied the request: no');
    expect((await api.refused('POST', MAPS, { body: configMap('n') })).message).toContain('denied the request: no');
  });

  it('whose patch does not fit has failed', async () => {
    handle = (review) => allow(review, [{ op: 'test', path: '/data/k', value: 'other' }]);
    await register('Mutating', webhook('wrong'));
    expect(await api.refused('POST', MAPS, { body: configMap('m') })).toMatchObject({ code: 500 });
  });
});

it('a webhook of a Service is called through the node of one of its pods', async () => {
  await api.close();
  api = await TestApi.start({ nodes: createForwardingNode(() => server.port) });
  await createServedService(api, 'hooks');
  handle = (review, path) => deny(review, { message: path });
  const clientConfig = { service: { namespace: 'test', name: 'hooks', path: '/in/a/pod' }, caBundle: server.caBundle };
  await register('Validating', webhook('inside', { clientConfig }));
  expect((await api.refused('POST', MAPS, { body: configMap('a') })).message).toBe(
    'admission webhook "inside.test.example" denied the request: /in/a/pod?timeout=10s',
  );
});

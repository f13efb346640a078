import type { KubeObject } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';
import { autoscalerConversion } from './autoscalers.ts';

const EVENTS = '/api/v1/namespaces/default/events';
const NEW_EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
const V1 = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
const V2 = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const TIME = '2024-05-06T07:08:09.000010Z';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

describe('events in two groups', () => {
  it('are one event with two sets of names', async () => {
    await api.create(NEW_EVENTS, {
      metadata: { name: 'new' },
      eventTime: TIME,
      regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
      note: 'hello',
      reason: 'Logged',
      action: 'Log',
      reportingController: 'me',
      reportingInstance: 'me-1',
      type: 'Normal',
    });
    expect(await api.get(`${EVENTS}/new`)).toMatchObject({
      apiVersion: 'v1',
      message: 'hello',
      involvedObject: { name: 'p' },
      reportingComponent: 'me',
      eventTime: TIME,
    });
  });

  it('show old events in the new group without a time, and are selected by its names', async () => {
    const involvedObject = { kind: 'Pod', name: 'q', namespace: 'default' };
    await api.create(EVENTS, { metadata: { name: 'old' }, involvedObject, message: 'm', count: 3 });
    const { items } = await api.list(`${NEW_EVENTS}?fieldSelector=regarding.name%3Dq`);
    expect(items).toMatchObject([{ note: 'm', deprecatedCount: 3, eventTime: null, apiVersion: 'events.k8s.io/v1' }]);
  });

  it('can be patched in the form they were not written in', async () => {
    await api.patch(`${NEW_EVENTS}/old`, { deprecatedCount: 4 });
    expect(await api.get(`${EVENTS}/old`)).toMatchObject({ count: 4, message: 'm' });
  });

  it('are watched in either form', async () => {
    const watch = await api.watch(`${NEW_EVENTS}?watch=1&fieldSelector=regarding.name%3Dw`);
    await api.create(EVENTS, { metadata: { name: 'w' }, involvedObject: { name: 'w', namespace: 'default' } });
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { regarding: { name: 'w' } } });
    watch.stop();
  });

  it('need a time in the new group', async () => {
    const body = { metadata: { name: 'x' }, regarding: { namespace: 'default' } };
    const status = await api.refused('POST', NEW_EVENTS, { body });
    expect(status.details?.causes).toMatchObject([{ field: 'eventTime', reason: 'FieldValueRequired' }]);
  });
});

describe('autoscalers in two versions', () => {
  const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };

  it('both are in discovery, version 2 first', async () => {
    const group = await api.send('GET', '/apis/autoscaling');
    expect(group).toMatchObject({ object: { versions: [{ version: 'v2' }, { version: 'v1' }] } });
    const resources = await api.send('GET', '/apis/autoscaling/v1');
    const names = ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'].map((name) => ({ name }));
    expect(resources).toMatchObject({ object: { resources: names } });
  });

  it('version 1 becomes a CPU metric, and back', async () => {
    const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 55 };
    expect(await api.create(V1, { metadata: { name: 'cpu' }, spec })).toMatchObject({
      spec: { ...spec, minReplicas: 1 },
    });
    expect(await api.get(`${V2}/cpu`)).toMatchObject({
      spec: { metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 55 } } }] },
    });
  });

  it('what version 1 has no words for survives a change in version 1', async () => {
    const metrics = [
      { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '5' } } },
    ];
    const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
    await api.create(V2, { metadata: { name: 'rps' }, spec: { maxReplicas: 3, scaleTargetRef, metrics, behavior } });
    await api.patch(`${V1}/rps`, { spec: { maxReplicas: 4 } });
    expect(await api.get(`${V2}/rps`)).toMatchObject({ spec: { maxReplicas: 4, metrics, behavior } });
    expect((await api.get(`${V2}/rps`)).metadata.annotations).toBeUndefined();
  });

  it('are refused in version 1 for the same reasons', async () => {
    const body = { metadata: { name: 'bad' }, spec: { maxReplicas: 0, scaleTargetRef } };
    const status = await api.refused('POST', V1, { body });
    expect(status.details?.causes?.[0]).toMatchObject({ field: 'spec.maxReplicas', reason: 'FieldValueInvalid' });
  });

  it('show the same table', async () => {
    const [one, two] = await Promise.all([V1, V2].map((url) => api.ok('GET', `${url}/cpu`, { accept: TABLE })));
    expect(one?.columnDefinitions).toEqual(two?.columnDefinitions);
    expect(one).toMatchObject({
      rows: [{ cells: ['cpu', 'Deployment/d', expect.anything(), '1', 3, 0, expect.anything()] }],
    });
  });

  it('any metrics come back from version 1 as they were', () => {
    const quantity = fc.integer({ min: 1, max: 999 }).map(String);
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const share = fc
      .integer({ min: 1, max: 100 })
      .map((averageUtilization) => ({ type: 'Utilization', averageUtilization }));
    const average = quantity.map((averageValue) => ({ type: 'AverageValue', averageValue }));
    const value = quantity.map((text) => ({ type: 'Value', value: text }));
    const metric = fc.record({ name });
    const metricSpec = fc.oneof(
      fc.record({ type: fc.constant('Resource'), resource: fc.record({ name, target: fc.oneof(share, average) }) }),
      fc.record({
        type: fc.constant('ContainerResource'),
        containerResource: fc.record({ name, container: name, target: fc.oneof(share, average) }),
      }),
      fc.record({ type: fc.constant('Pods'), pods: fc.record({ metric, target: average }) }),
      fc.record({ type: fc.constant('External'), external: fc.record({ metric, target: fc.oneof(value, average) }) }),
      fc.record({
        type: fc.constant('Object'),
        object: fc.record({
          metric,
          describedObject: fc.record({ kind: name, name }),
          target: fc.oneof(value, average),
        }),
      }),
    );
    const conversion = autoscalerConversion();
    fc.assert(
      fc.property(fc.array(metricSpec, { maxLength: 4 }), (metrics) => {
        const stored: KubeObject = {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'x' },
          ...{ spec: { maxReplicas: 1, scaleTargetRef, ...(metrics.length > 0 && { metrics }) } },
        };
        const back = conversion.toStorage(conversion.fromStorage(stored));
        const before = [...metrics];
        const after: readonly unknown[] = Object(JSON.parse(JSON.stringify(back))).spec.metrics ?? [];
        // The CPU metric of version 1 comes last; the order means nothing.
        expect(after).toHaveLength(before.length);
        expect(after).toEqual(expect.arrayContaining(before));
        expect(before).toEqual(expect.arrayContaining([...after]));
      }),
    );
  });
});

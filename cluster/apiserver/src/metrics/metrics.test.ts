import { metricSamples } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configMap, TestApi } from '../test-support/test-api.ts';
import { widgetDefinition } from '../test-support/widget-definition.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const APPLY = 'application/apply-patch+yaml';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.start();
});
afterEach(() => api.close());

/** All samples by what stands before their value. */
async function samples(): Promise<ReadonlyMap<string, number>> {
  const response = await api.send('GET', '/metrics');
  if (response.kind !== 'text') throw new Error(JSON.stringify(response));
  return metricSamples(response.text);
}

function series(name: string, verb: string, resource: string, more = ''): string {
  const [plural = '', subresource = ''] = resource.split('/');
  return `${name}{verb="${verb}",group="",version="v1",resource="${plural}",subresource="${subresource}"${more}}`;
}

function total(verb: string, resource: string, code: number): string {
  return series('apiserver_request_total', verb, resource, `,code="${code}"`);
}

describe('/metrics', () => {
  it('counts requests under the verbs, resources and codes of Kubernetes', async () => {
    await api.create(MAPS, configMap('one'));
    await api.send('POST', MAPS, { body: configMap('one') });
    await api.get(`${MAPS}/one`);
    await api.send('GET', `${MAPS}/none`);
    await api.list(MAPS);
    await api.patch(`${MAPS}/one`, { data: { a: 'b' } });
    await api.ok('PATCH', `${MAPS}/two?fieldManager=me`, { body: configMap('two'), contentType: APPLY });
    await api.send('DELETE', MAPS);
    const counts = await samples();
    for (const [verb, code] of Object.entries({ POST: 201, GET: 200, LIST: 200, PATCH: 200, APPLY: 201 })) {
      expect(counts.get(total(verb, 'configmaps', code)), verb).toBe(1);
    }
    expect(counts.get(total('POST', 'configmaps', 409))).toBe(1);
    expect(counts.get(total('GET', 'configmaps', 404))).toBe(1);
    expect(counts.get(total('DELETECOLLECTION', 'configmaps', 200))).toBe(1);
    expect(counts.get(series('apiserver_request_duration_seconds_count', 'GET', 'configmaps'))).toBe(2);
  });

  it('separates subresources, but none that does not exist', async () => {
    await api.get('/api/v1/namespaces/default/status');
    await api.send('GET', '/api/v1/namespaces/default/invented-1');
    await api.send('GET', '/invented-2/metrics');
    const names = [...(await samples()).keys()];
    expect(names).toContain(total('GET', 'namespaces/status', 200));
    expect(names).toContain(total('GET', 'namespaces', 404));
    expect(names.filter((name) => name.includes('invented'))).toEqual([]);
  });

  it('keeps counting where a definition is changed', async () => {
    const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await api.create(definition, widgetDefinition());
    const widgets = '/apis/test.example/v1/widgets';
    await api.list(widgets);
    await api.patch(`${definition}/widgets.test.example`, { spec: { names: { shortNames: ['w'] } } });
    await api.list(widgets);
    const labels = 'verb="LIST",group="test.example",version="v1",resource="widgets",subresource=""';
    const counts = await samples();
    expect(counts.get(`apiserver_request_total{${labels},code="200"}`)).toBe(2);
    expect(counts.get('apiserver_storage_objects{resource="widgets.test.example"}')).toBe(0);
  });

  it('counts open watches and their events, and forgets those that ended', async () => {
    const open = 'apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="configmaps"}';
    const sent = 'apiserver_watch_events_total{group="",version="v1",resource="configmaps"}';
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=0&fieldSelector=metadata.name=seen`);
    await api.create(MAPS, configMap('seen'));
    await api.create(MAPS, configMap('unseen'));
    await watch.next();
    const during = await samples();
    expect(during.get(open)).toBe(1);
    expect(during.get(sent)).toBe(1);
    watch.stop();
    expect((await samples()).has(open)).toBe(false);
  });

  it('counts objects, the requests under way and the writes that were committed', async () => {
    const before = await samples();
    await api.create(MAPS, configMap('one'));
    const after = await samples();
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('apiserver_storage_objects{resource="configmaps"}')).toBe(1);
    expect(grown('etcd_request_duration_seconds_count{operation="create"}')).toBe(1);
    expect(grown('kubemin_storage_commit_writes_count')).toBe(1);
    // Looking is a request itself.
    expect(after.get('apiserver_current_inflight_requests{request_kind="readOnly"}')).toBe(1);
    expect(after.get('apiserver_current_inflight_requests{request_kind="mutating"}')).toBe(0);
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('needs the right to get the path', async () => {
    const guest = { username: 'guest', groups: ['system:authenticated'] };
    const status = await api.refused('GET', '/metrics', { user: guest });
    expect(status.message).toContain('User "guest" cannot get path "/metrics"');
    const monitor = { username: 'prometheus', groups: ['system:monitoring', 'system:authenticated'] };
    const response = await api.send('GET', '/metrics', { user: monitor });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  });
});

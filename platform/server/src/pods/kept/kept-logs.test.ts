import { clearVault, systemClock } from '@kubemin/base';
import { podRoutes } from '@kubemin/client';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { createTestSqlite, describeDatabases } from '@kubemin/testing/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform } from '../../test-support/test-platform.ts';
import { type PodPlatform, startPodPlatform } from '../test-support/pod-platform.ts';
import { readKeptLogs } from './kept-log-reader.ts';
import { KEPT_LOG_MIGRATIONS, KeptLogRows, type KeptLogTables } from './kept-log-rows.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

/** A pod that writes these lines, and takes a moment to stop. */
const writing = (text: string) => ({
  annotations: { 'kubemin.io/simulate-logs': text, 'kubemin.io/simulate-stop-delay': '1s' },
});

const deletePod = (name: string) => cluster.client.resource(core.v1.pods, 'default').delete(name);

async function goneTexts(
  { client }: Pick<PodPlatform, 'client'>,
  appId: string,
  filter: Parameters<PodPlatform['client']['applicationLogs']>[1] = {},
): Promise<readonly string[]> {
  const { lines } = await client.applicationLogs(appId, { gone: true, ...filter });
  return lines.map(({ pod, text }) => `${pod} ${text}`);
}

test('the logs of pods that are deleted or have ended are kept, once for all instances, and searched by who may read the application', async () => {
  const place = await createTestSqlite();
  const platform = await startPodPlatform(cluster, { place });
  await startTestPlatform({ place, kube: cluster.client, vault: platform.vault });
  const appId = await platform.save('kept', 'a');
  await platform.createPod(appId, 'kept-1', writing('one\ntwo'));
  await platform.createPod(appId, 'kept-2', { ...writing('three'), component: 'worker' });
  await platform.createPod(undefined, 'kept-x', writing('of no application'));
  // A label alone makes no pod that of an application.
  const foreign = { [LABEL.appId]: appId, [LABEL.componentName]: 'web' };
  const namespace = { apiVersion: 'v1' as const, kind: 'Namespace' as const, metadata: { name: 'elsewhere' } };
  await cluster.client.resource(core.v1.namespaces).create(namespace);
  await cluster.client.resource(core.v1.pods, 'elsewhere').create({
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { name: 'forged', labels: foreign, ...writing('forged') },
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
  });
  expect(await goneTexts(platform, appId)).toEqual([]);
  await eventually(async () => {
    const { status } = await cluster.client.resource(core.v1.pods, 'elsewhere').get('forged');
    return status?.phase === 'Running';
  });
  await cluster.client.resource(core.v1.pods, 'elsewhere').delete('forged');
  for (const name of ['kept-1', 'kept-2', 'kept-x']) await deletePod(name);
  const kept = await eventually(() => goneTexts(platform, appId), { until: (lines) => lines.length === 3 });
  expect(kept.toSorted()).toEqual(['kept-1 one', 'kept-1 two', 'kept-2 three']);
  await eventually(async () => (await platform.client.applicationPods(appId)).pods.length === 0);
  expect(await goneTexts(platform, appId)).toEqual(kept);
  expect(await goneTexts(platform, appId, { q: 'w' })).toEqual(['kept-1 two']);
  expect(await goneTexts(platform, appId, { component: 'worker' }).catch((error: unknown) => error)).toMatchObject({
    code: 'COMPONENT_NOT_FOUND',
  });
  expect(await goneTexts(platform, appId, { pod: 'kept-2' })).toEqual(['kept-2 three']);
  expect(await goneTexts(platform, appId, { tail: 1 })).toHaveLength(1);
  expect(await goneTexts(platform, appId, { until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await goneTexts(platform, appId, { container: 'none' })).toEqual([]);
  const other = await platform.user('viewer-of-b', [{ project: 'b', role: 'viewer' }]);
  await expect(goneTexts(other, appId)).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' });

  await platform.createPod(appId, 'kept-3', {
    annotations: { 'kubemin.io/simulate-logs': 'done', 'kubemin.io/simulate-run-duration': '50ms' },
    spec: { restartPolicy: 'Never' },
    isAwaited: false,
  });
  await eventually(async () => (await goneTexts(platform, appId)).includes('kept-3 done'));
});

describeDatabases('kept logs', (dialect) => {
  test('the oldest logs beyond the size go, then those that are too old, and all with their application', async () => {
    const place = await dialect.create();
    const platform = await startTestPlatform({ place });
    const text = JSON.stringify({ name: 'shop', component: [{ name: 'web', type: 'webservice', image: 'web:1' }] });
    const { id: appId } = await platform.client.saveApplication({ text, format: 'json' });
    const tables = await platform.database.withTables<KeptLogTables>('logs', KEPT_LOG_MIGRATIONS);
    const rows = new KeptLogRows(tables, clearVault);
    const fixed = { app_id: appId, component: 'web', container: 'web', restarts: 0, is_default: 1, truncated: 0 };
    const insert = (number: number) =>
      rows.insert({
        ...fixed,
        ...{ id: `log-${number}`, pod: `web-${number}`, pod_uid: `uid-${number}`, kept_at: 1_000 * number },
        lines: [{ time: `2026-01-01T00:00:0${number}.000000000Z`, text: `line ${number} 日志` }],
      });
    for (const number of [1, 2, 3]) expect(await insert(number)).toBe(true);
    const list = async () => (await rows.list({ appId, container: 'default' })).map(({ pod }) => pod);
    expect(await insert(2)).toBe(false);
    expect(await rows.insert({ ...fixed, id: 'log-4', pod: 'web-2', pod_uid: 'uid-2', kept_at: 1, lines: [] })).toBe(
      false,
    );
    expect(await list()).toEqual(['web-3', 'web-2', 'web-1']);
    expect(await rows.lines('log-2')).toEqual([{ time: '2026-01-01T00:00:02.000000000Z', text: 'line 2 日志' }]);
    const search = (mostCharacters: number, signal: AbortSignal = new AbortController().signal) => {
      const filter = podRoutes.applicationLogs.query.parse({ gone: 'true', q: 'line 1' });
      return readKeptLogs({ rows, appId, filter, clock: systemClock, signal, mostCharacters });
    };
    expect(await search(1_000)).toMatchObject({ lines: [{ pod: 'web-1' }], truncated: false });
    expect(await search(50)).toMatchObject({ lines: [], truncated: true });
    expect(await search(1_000, AbortSignal.abort())).toMatchObject({ lines: [], truncated: true });
    const [newest, second] = await rows.list({ appId, container: { name: 'web' } });
    await rows.removeBeyond(appId, (newest?.size ?? 0) + (second?.size ?? 0));
    expect(await list()).toEqual(['web-3', 'web-2']);
    expect(await rows.removeOlder(3_000, 10)).toBe(1);
    expect(await list()).toEqual(['web-3']);
    const { taskId } = await platform.client.deleteApplication(appId);
    for await (const _event of platform.client.followRun(taskId));
    await platform.client.listApplications();
    expect(await list()).toEqual([]);
    expect(await rows.lines('log-3')).toBeUndefined();
  });
});

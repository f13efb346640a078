import { systemRandom } from '@kubemin/base';
import { describeDatabaseServers, describeDatabasesOf } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { json, SHOP, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';
import { readBundleContent } from './bundle-reader.ts';
import { openBundle, sealBundle } from './bundle-seal.ts';

const PASSPHRASE = 'correct horse battery';

async function readManifests(platform: TestPlatform, appId: string): Promise<string> {
  return (await platform.send('GET', `/api/v1/applications/${appId}/manifests`)).text();
}

describeDatabasesOf(['sqlite', 'postgres'], 'bundles', (dialect) => {
  test('applications come to another platform with ids, secrets, revisions, workflows and profiles, and render to the same bytes', async () => {
    const one = await startTestPlatform({ place: await dialect.create() });
    await one.client.putProfile('scheduling', 'fast', { settings: { nodeSelector: { disk: 'ssd' } } });
    // Numbers of components do not begin at 1 for the applications that follow.
    await one.client.saveApplication(json({ name: 'first', component: [webservice('web')] }));
    const { id } = await one.client.saveApplication(json(SHOP));
    const fast = webservice('web', { traits: { scheduling: { profile: 'fast' } } });
    await one.client.saveApplication(json({ ...SHOP, component: [...SHOP.component.slice(0, 3), fast] }));
    await one.client.saveApplication(json({ name: 'stack', tmpEnable: true, component: [webservice('cache')] }));
    const before = await readManifests(one, id);

    const { bundle, applications, profiles } = await one.client.exportApplications({ passphrase: PASSPHRASE });
    expect(applications.map(({ name }) => name).toSorted()).toEqual(['first', 'shop', 'stack']);
    expect(profiles).toEqual([{ kind: 'scheduling', name: 'fast' }]);
    expect(JSON.stringify(bundle)).not.toContain('hunter2');

    const other = await startTestPlatform({ place: await dialect.create() });
    const report = await other.client.importApplications({ bundle, passphrase: PASSPHRASE });
    expect(report.applications.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    expect(await readManifests(other, id)).toBe(before);
    expect((await other.client.listRevisions(id)).revisions).toHaveLength(2);
    expect((await other.client.getProfile('scheduling', 'fast')).uses).toBe(1);
    expect((await other.client.listTemplates()).applications).toMatchObject([{ name: 'stack' }]);
    // The secrets are the same ones: what is sent again masked means no change.
    expect(
      await other.client.saveApplication(json({ ...SHOP, component: [...SHOP.component.slice(0, 3), fast] })),
    ).toMatchObject({ id, outcome: 'unchanged' });
    // New components are numbered after those that came.
    await other.client.saveApplication(json({ name: 'later', component: [webservice('web')] }));
    const again = await other.client.importApplications({ bundle, passphrase: PASSPHRASE });
    expect(again.applications.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });
});

describeDatabaseServers('an export', (dialect) => {
  test('is of one moment, whatever is saved while it reads', async () => {
    const { client } = await startTestPlatform({ place: await dialect.create() });
    const names = Array.from({ length: 8 }, (_, index) => `app-${index}`);
    const save = (name: string, image: string) =>
      client.saveApplication(json({ name, component: [webservice('web', { image })] }));
    for (const name of names) await save(name, 'web:0');
    const writing = new AbortController();
    const writer = (async () => {
      for (let turn = 1; !writing.signal.aborted; turn += 1) for (const name of names) await save(name, `web:${turn}`);
    })();
    try {
      for (let exported = 0; exported < 3; exported += 1) {
        const { bundle } = await client.exportApplications({ passphrase: PASSPHRASE });
        // An application that is behind its own revisions would not be read.
        const { applications } = readBundleContent(await openBundle(bundle, PASSPHRASE));
        for (const { revision, revisions } of applications) expect(revisions.at(-1)?.revision).toBe(revision);
      }
    } finally {
      writing.abort();
      await writer;
    }
  });
});

test('some applications are exported with the profiles they use and no others', async () => {
  const { client } = await startTestPlatform();
  await client.putProfile('scheduling', 'fast', { settings: { nodeSelector: { disk: 'ssd' } } });
  const { id } = await client.saveApplication(json(SHOP));
  const chosen = await client.exportApplications({ applications: [id, id], passphrase: PASSPHRASE });
  expect(chosen).toMatchObject({ applications: [{ id, name: 'shop' }], profiles: [] });
  await expect(client.exportApplications({ applications: ['none'], passphrase: PASSPHRASE })).rejects.toMatchObject({
    code: 'APPLICATION_NOT_FOUND',
  });
  await expect(client.exportApplications({ passphrase: 'short' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('an obstacle of one application prevents the import of all, and every reason is reported', async () => {
  const one = await startTestPlatform();
  await one.client.saveApplication(json({ name: 'fine', component: [webservice('web')] }));
  await one.client.saveApplication(json(SHOP));
  const { bundle } = await one.client.exportApplications({ passphrase: PASSPHRASE });

  const other = await startTestPlatform();
  await other.client.saveApplication(json({ name: 'shop', component: [webservice('web')] }));
  const refused = await other.client.importApplications({ bundle, passphrase: PASSPHRASE }).catch(String);
  expect(refused).toContain('nothing was imported');
  expect(refused).toContain('numbers 1 of "fine"');
  expect(refused).toContain('another application named "shop"');
  expect((await other.client.listApplications()).applications.map(({ name }) => name)).toEqual(['shop']);
});

test('a bundle that gives one number twice is a conflict, and one that holds nonsense is invalid', async () => {
  const one = await startTestPlatform();
  await one.client.saveApplication(json({ name: 'mine', component: [webservice('web')] }));
  const { bundle } = await one.client.exportApplications({ passphrase: PASSPHRASE });
  const content = readBundleContent(await openBundle(bundle, PASSPHRASE));
  const twin = content.applications.map((each) => ({ ...each, id: 'twin', name: 'twin' }));
  const twice = JSON.stringify({ ...content, applications: [...content.applications, ...twin] });
  const other = await startTestPlatform();
  const importing = async (text: string) =>
    other.client.importApplications({
      bundle: await sealBundle(text, PASSPHRASE, systemRandom),
      passphrase: PASSPHRASE,
    });
  await expect(importing(twice)).rejects.toMatchObject({ code: 'IMPORT_CONFLICT' });
  await expect(importing('nonsense')).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
  expect((await other.client.listApplications()).applications).toEqual([]);
});

test('components whose numbers are taken come in with new ones when that is asked for', async () => {
  const one = await startTestPlatform();
  const { id } = await one.client.saveApplication(json({ name: 'mine', component: [webservice('web')] }));
  const { bundle } = await one.client.exportApplications({ passphrase: PASSPHRASE });
  const other = await startTestPlatform();
  await other.client.saveApplication(json({ name: 'theirs', component: [webservice('web')] }));
  const request = { bundle, passphrase: PASSPHRASE, componentIds: 'renumber' } as const;
  await other.client.importApplications(request);
  expect((await other.client.getApplication(id)).components).toMatchObject([{ id: 2, name: 'web' }]);
  expect((await other.client.importApplications(request)).applications).toMatchObject([{ outcome: 'unchanged' }]);
});

test('a wrong passphrase and a bundle that is none leave everything as it is', async () => {
  const { client, send } = await startTestPlatform();
  await client.saveApplication(json(SHOP));
  const { bundle } = await client.exportApplications({ passphrase: PASSPHRASE });
  await expect(client.importApplications({ bundle, passphrase: 'something else' })).rejects.toMatchObject({
    code: 'PASSPHRASE_WRONG',
  });
  await expect(
    client.importApplications({ bundle: { ...bundle, checksum: '0'.repeat(64) }, passphrase: PASSPHRASE }),
  ).rejects.toMatchObject({ code: 'BUNDLE_INVALID' });
  const nonsense = await send('POST', '/api/v1/import', { body: JSON.stringify({ bundle: {}, passphrase: 'x' }) });
  expect(nonsense.status).toBe(400);
});

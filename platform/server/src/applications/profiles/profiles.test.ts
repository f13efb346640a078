import { expect, test } from 'vitest';
import { json, webservice } from '../../test-support/documents.ts';
import { readError, startTestPlatform } from '../../test-support/test-platform.ts';

const READER = { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] };
const SSD = { nodeSelector: { disk: 'ssd' } };
const shop = (traits: object) => json({ name: 'shop', component: [webservice('web', { traits })] });

test('profiles are made, changed, listed by kind, shown and deleted', async () => {
  const { client } = await startTestPlatform();
  await client.putProfile('rbac', 'reader', { settings: READER, description: 'looks at pods' });
  const made = await client.putProfile('scheduling', 'fast', { settings: SSD });
  expect(made).toMatchObject({ kind: 'scheduling', name: 'fast', settings: SSD, uses: 0, description: '' });
  await client.putProfile('scheduling', 'fast', { settings: { nodeSelector: { disk: 'nvme' } } });
  expect(await client.getProfile('scheduling', 'fast')).toMatchObject({ settings: { nodeSelector: { disk: 'nvme' } } });
  const names = async (kind?: string) =>
    (await client.listProfiles(kind === undefined ? {} : { kind })).profiles.map((each) => `${each.kind}/${each.name}`);
  expect(await names()).toEqual(['rbac/reader', 'scheduling/fast']);
  expect(await names('rbac')).toEqual(['rbac/reader']);
  await client.deleteProfile('rbac', 'reader');
  expect(await names()).toEqual(['scheduling/fast']);
  await expect(client.getProfile('rbac', 'reader')).rejects.toMatchObject({ code: 'PROFILE_NOT_FOUND' });
});

test('a document takes the content of a profile, and keeps it when the profile changes: a rollback brings the same bytes', async () => {
  const platform = await startTestPlatform();
  const { client } = platform;
  await client.putProfile('scheduling', 'fast', { settings: SSD });
  const { id } = await client.saveApplication(shop({ scheduling: { profile: 'fast' } }));
  const manifests = async (revision: number) =>
    (await platform.send('GET', `/api/v1/applications/${id}/manifests?revision=${revision}`)).text();
  const first = await manifests(1);
  expect(first).toContain('"nodeSelector":{"disk":"ssd"}');
  await client.putProfile('scheduling', 'fast', { settings: { nodeSelector: { disk: 'nvme' } } });
  expect(await manifests(1)).toBe(first);
  expect(await client.saveApplication(shop({ scheduling: { profile: 'fast' } }))).toMatchObject({ outcome: 'updated' });
  expect(await manifests(2)).toContain('"nodeSelector":{"disk":"nvme"}');
  await client.rollbackApplication(id, { revision: 1 });
  expect(await manifests(3)).toBe(first);
});

test('a patch takes the content of a profile, too', async () => {
  const { client } = await startTestPlatform();
  await client.putProfile('scheduling', 'fast', { settings: SSD });
  const { id } = await client.saveApplication(shop({}));
  const component = [{ ...webservice('web'), traits: { scheduling: { profile: 'fast' } } }];
  expect(await client.patchApplication(id, { component })).toMatchObject({ outcome: 'updated', revision: 2 });
  const { objects } = await client.applicationManifests(id);
  expect(JSON.stringify(objects)).toContain('"nodeSelector":{"disk":"ssd"}');
  const lost = [{ ...webservice('web'), traits: { scheduling: { profile: 'slow' } } }];
  await expect(client.patchApplication(id, { component: lost })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('an unknown profile is a problem with suggestions', async () => {
  const { client } = await startTestPlatform();
  await client.putProfile('scheduling', 'fast', { settings: SSD });
  const trial = await client.tryApplication(shop({ scheduling: { profile: 'fats' } }));
  expect(trial).toMatchObject({
    valid: false,
    errors: [
      {
        code: 'UNKNOWN_PROFILE',
        path: 'component[0].traits.scheduling.profile',
        message: 'There is no scheduling profile "fats". Did you mean "fast"?',
      },
    ],
  });
  const saving = client.saveApplication(shop({ scheduling: { profile: 'fats' } }));
  await expect(saving).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('a profile that an application refers to stays until the application does not', async () => {
  const platform = await startTestPlatform();
  const { client } = platform;
  await client.putProfile('scheduling', 'fast', { settings: SSD });
  await client.saveApplication(shop({ scheduling: { profile: 'fast' } }));
  expect(await client.getProfile('scheduling', 'fast')).toMatchObject({ uses: 1 });
  const refused = await readError(await platform.send('DELETE', '/api/v1/profiles/scheduling/fast'));
  expect(refused).toMatchObject({ status: 409, error: 'PROFILE_IN_USE' });
  await client.saveApplication(shop({}));
  expect(await client.deleteProfile('scheduling', 'fast')).toMatchObject({ uses: 0 });
});

test.each<readonly [string, string, object, string]>([
  ['a kind no trait takes', 'colour', { settings: {} }, 'PROFILE_INVALID'],
  ['settings that break the rules of the kind', 'scheduling', { settings: { nodeSelector: 7 } }, 'PROFILE_INVALID'],
  ['no settings', 'scheduling', { description: 'empty' }, 'BAD_REQUEST'],
])('%s is refused, and nothing is stored', async (_name, kind, body, error) => {
  const platform = await startTestPlatform();
  const headers = { 'content-type': 'application/json' };
  const response = await platform.send('PUT', `/api/v1/profiles/${kind}/any`, { body: JSON.stringify(body), headers });
  expect(await readError(response)).toMatchObject({ status: 400, error });
  expect(await platform.client.listProfiles()).toEqual({ profiles: [] });
});

test('the schema and the form of documents know every trait', async () => {
  const { client } = await startTestPlatform();
  const schema = await client.applicationSchema();
  expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  for (const form of [schema, await client.applicationForm()]) expect(JSON.stringify(form)).toContain('scheduling');
});

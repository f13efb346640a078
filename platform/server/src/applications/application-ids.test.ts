import { randomId, systemRandom } from '@kubemin/base';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';
import { openBundle, sealBundle } from './transfer/bundle-seal.ts';

const PASSPHRASE = 'correct horse battery';

const applicationDocument = (name: string, image = 'web:1') =>
  json({ name, component: [webservice('web', { image })] });

async function objectNames({ client }: TestPlatform, appId: string): Promise<string> {
  const { objects } = await client.applicationManifests(appId);
  return JSON.stringify(objects.map(({ manifest }) => manifest.metadata));
}

/** Draws what it is given of short ids first. */
function drawing(...ids: readonly string[]) {
  const given = [...ids];
  return {
    ...systemRandom,
    bytes: (count: number) => {
      const [next] = given;
      // A short id takes its first character, which is a letter, and then the others.
      const alphabet = count === 1 ? 'bcdfghjkmnpqrstvwxz' : 'bcdfghjkmnpqrstvwxz23456789';
      if (next === undefined || (count !== 1 && count !== 7)) return systemRandom.bytes(count);
      if (count === 7) given.shift();
      const part = count === 1 ? next.slice(0, 1) : next.slice(1);
      return Uint8Array.from(part, (character) => alphabet.indexOf(character));
    },
  };
}

test('R-20: a new application has a short id, and its objects are named by it', async () => {
  const platform = await startTestPlatform({ random: drawing('k7f3q2mz') });
  const { id } = await platform.client.saveApplication(applicationDocument('shop'));
  expect(id).toBe('k7f3q2mz');
  expect(await objectNames(platform, id)).toContain('deploy-web-k7f3q2mz');
});

describeDatabases('ids of applications', (dialect) => {
  test('R-20: an id that another application has, or had, is drawn again', async () => {
    const random = drawing('k7f3q2mz', 'k7f3q2mz', 'gnn22222', 'gnn22222', 'wrm33333');
    const platform = await startTestPlatform({ place: await dialect.create(), random });
    expect((await platform.client.saveApplication(applicationDocument('one'))).id).toBe('k7f3q2mz');
    const two = await platform.client.saveApplication(applicationDocument('two'));
    expect(two.id).toBe('gnn22222');
    const { taskId } = await platform.client.deleteApplication(two.id);
    for await (const _ of platform.client.followRun(taskId));
    expect((await platform.client.listApplications()).applications.map(({ name }) => name)).toEqual(['one']);
    // Its runs are still there under that id.
    expect((await platform.client.saveApplication(applicationDocument('three'))).id).toBe('wrm33333');
  });
});

test('R-20: an application with a long id keeps it, and the names of its objects, through a move and through saves', async () => {
  const long = randomId(systemRandom);
  const one = await startTestPlatform();
  const { id: short } = await one.client.saveApplication(applicationDocument('old'));
  const { bundle } = await one.client.exportApplications({ passphrase: PASSPHRASE });
  // As a platform of an earlier version would have exported it.
  const earlier = (await openBundle(bundle, PASSPHRASE)).replaceAll(short, long);
  const sealed = await sealBundle(earlier, PASSPHRASE, systemRandom);

  const platform = await startTestPlatform();
  await platform.client.importApplications({ bundle: sealed, passphrase: PASSPHRASE });
  const names = await objectNames(platform, long);
  expect(names).toContain(`deploy-web-${long}`);
  expect(await platform.client.saveApplication(applicationDocument('old', 'web:2'))).toMatchObject({
    id: long,
    revision: 2,
  });
  expect(await objectNames(platform, long)).toEqual(names);
  expect((await platform.client.saveApplication(applicationDocument('new'))).id).toHaveLength(8);
});

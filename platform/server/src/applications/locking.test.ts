import { describe, expect, test } from 'vitest';
import { json, SHOP } from '../test-support/documents.ts';
import { readError, startTestPlatform } from '../test-support/test-platform.ts';

describe('If-Match', () => {
  test('a change made for an older revision is 409, names who saved the newer one, and changes nothing', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    await platform.client.saveApplication(json({ ...SHOP, alias: 'Second' }), { ifMatch: 1 });
    const body = JSON.stringify({ ...SHOP, alias: 'Third' });
    const late = await platform.send('POST', '/api/v1/applications', { body, headers: { 'if-match': '"1"' } });
    const error = await readError(late);
    expect(error).toMatchObject({ status: 409, code: 10030, error: 'REVISION_CONFLICT' });
    expect(error.message).toMatch(/^application "shop" is at revision 2 \(saved by tester at 20.*\), not 1/);
    expect(await platform.client.getApplication(id)).toMatchObject({ alias: 'Second', revision: 2 });
  });

  test('of two that scale from the same revision at once one wins', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const outcomes = await Promise.allSettled(
      [3, 4].map((web) => platform.client.scaleApplication(id, { replicas: { web } }, { ifMatch: 1 })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'REVISION_CONFLICT' },
    });
    expect((await platform.client.listTasks(id)).tasks).toHaveLength(1);
  });

  test.each([
    ['restart', {}],
    ['workflow/exec', {}],
    ['rollback', { revision: 1 }],
  ])('%s of another revision is 409', async (path, body) => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const init = { body: JSON.stringify(body), headers: { 'if-match': '7' } };
    const error = await readError(await platform.send('POST', `/api/v1/applications/${id}/${path}`, init));
    expect(error).toMatchObject({ status: 409, error: 'REVISION_CONFLICT' });
    expect((await platform.client.listTasks(id)).tasks).toEqual([]);
  });

  test('for an application that is not there it is 409; what is no revision is 400', async () => {
    const platform = await startTestPlatform();
    const body = JSON.stringify(SHOP);
    const send = (ifMatch: string) =>
      platform.send('POST', '/api/v1/applications', { body, headers: { 'if-match': ifMatch } });
    expect(await readError(await send('"1"'))).toMatchObject({ status: 409, error: 'REVISION_CONFLICT' });
    expect(await readError(await send('"abc"'))).toMatchObject({ status: 400, error: 'BAD_REQUEST' });
    expect((await send('*')).status).toBe(200);
  });
});

test('responses about an application carry its revision as their ETag', async () => {
  const platform = await startTestPlatform();
  const saved = await platform.send('POST', '/api/v1/applications', { body: JSON.stringify(SHOP) });
  expect(saved.headers.get('etag')).toBe('"1"');
  const [application] = (await platform.client.listApplications()).applications;
  const shown = await platform.send('GET', `/api/v1/applications/${application?.id}`);
  expect(shown.headers.get('etag')).toBe('"1"');
});

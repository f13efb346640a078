import { describeDatabases, type TestDatabase } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { AuditRows } from './audit-trail.ts';
import { AUDIT_MIGRATIONS, type AuditRow, type AuditTables } from './tables.ts';

async function openRows(place: TestDatabase): Promise<AuditRows> {
  const database = await place.open();
  return new AuditRows(await database.withTables<AuditTables>('audit', AUDIT_MIGRATIONS));
}

function row(id: string, time: number, more: Partial<AuditRow> = {}): AuditRow {
  const what = { route: 'saveApplication', method: 'POST', path: '/api/v1/applications', request_id: `r-${id}` };
  const who = { user_name: 'ada', token_id: null, address: '::1', user_agent: '' };
  const nothing = {
    app_id: null,
    task_id: null,
    project: null,
    status: null,
    error: null,
    detail: null,
    ended_at: null,
  };
  return { id, time, ...what, ...who, ...nothing, ...more };
}

describeDatabases('audit rows', (dialect) => {
  test('an entry is stored without an outcome and gets one later', async () => {
    const rows = await openRows(await dialect.create());
    await rows.insert(row('a', 1));
    const end = {
      ...{ status: 403, error: 'FORBIDDEN', app_id: 'app', task_id: null, project: 'store' },
      ...{ detail: 'web-1/main', ended_at: 5 },
    };
    await rows.update('a', end);
    expect(await rows.list({ limit: 10 })).toEqual([row('a', 1, end)]);
  });

  test('entries are found by user to the letter, by application and by time, the newest first', async () => {
    const rows = await openRows(await dialect.create());
    await rows.insert(row('a', 1));
    await rows.insert(row('b', 2, { user_name: 'Ada', app_id: 'app' }));
    await rows.insert(row('c', 3));
    const ids = async (query: Partial<Parameters<AuditRows['list']>[0]>) =>
      (await rows.list({ limit: 10, ...query })).map(({ id }) => id);
    expect(await ids({ user: 'ada' })).toEqual(['c', 'a']);
    expect(await ids({ appId: 'app' })).toEqual(['b']);
    expect(await ids({ since: 2, until: 3 })).toEqual(['b']);
    expect(await ids({ before: 'c', limit: 1 })).toEqual(['b']);
  });

  test('what is older than the limit is deleted, the oldest first and no more than the batch size', async () => {
    const rows = await openRows(await dialect.create());
    for (const [id, time] of [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ] as const)
      await rows.insert(row(id, time));
    expect(await rows.removeOlder(3, 1)).toBe(1);
    expect((await rows.list({ limit: 10 })).map(({ id }) => id)).toEqual(['c', 'b']);
    expect(await rows.removeOlder(3, 10)).toBe(1);
    expect(await rows.removeOlder(3, 10)).toBe(0);
    expect((await rows.list({ limit: 10 })).map(({ id }) => id)).toEqual(['c']);
  });
});

import { silentLogger } from '@kubemin/base';
import { sql } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { AuditRows } from '../../accounts/audit/audit-trail.ts';
import { AUDIT_MIGRATIONS, type AuditTables } from '../../accounts/audit/tables.ts';
import { ACCOUNT_MIGRATIONS } from '../../accounts/migrations.ts';
import type { AccountTables } from '../../accounts/tables.ts';
import type { ServerTables } from '../../api/tables.ts';
import { SERVER_MIGRATIONS } from '../../applications/migrations.ts';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform } from '../../test-support/test-platform.ts';
import { type Expiring, runRetention } from './retention.ts';
import { serverRetention } from './server-retention.ts';

const DAY = 24 * 3_600_000;

test('only who leads removes, batch by batch, and what fails does not keep the rest from going', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  let leads = false;
  let left = 250;
  const broken: Expiring = { failure: 'It failed.', removeSome: () => Promise.reject(new Error('no database')) };
  const many: Expiring = {
    failure: 'It failed.',
    removeSome: async (_now, atMost) => {
      const removed = Math.min(left, atMost);
      left -= removed;
      return removed;
    },
  };
  const options = { kinds: [broken, many], leads: () => leads, clock, logger: silentLogger, everyMs: 1_000 };
  const tidying = runRetention(options, stop.signal);
  await clock.advance(5_000);
  expect(left).toBe(250);
  leads = true;
  await clock.advance(1_000);
  await expect.poll(() => left).toBe(50);
  await clock.advance(1_000);
  await expect.poll(() => left).toBe(0);
  stop.abort();
  await tidying;
});

test('an ended token is listed as long as it is to be kept, and an application as long as it has runs', async () => {
  const platform = await startTestPlatform();
  const { client, engine, database } = platform;
  const { id: revoked } = await client.createToken({ name: 'revoked' });
  await client.revokeToken(revoked);
  const { id: living } = await client.createToken({ name: 'living' });
  const { id: appId } = await client.saveApplication(json({ name: 'shop', component: [webservice('web')] }));
  const { taskId } = await client.deleteApplication(appId);
  for await (const _event of client.followRun(taskId));
  await client.listApplications();
  const { query: applications } = await database.withTables<ServerTables>('server', SERVER_MIGRATIONS);
  const { query: accounts } = await database.withTables<AccountTables>('accounts', ACCOUNT_MIGRATIONS);
  const audited = await database.withTables<AuditTables>('audit', AUDIT_MIGRATIONS);
  const logs = { removeOlder: async () => 0 };
  const keeping = { keepAuditForMs: 40 * DAY, keepTokensForMs: 30 * DAY, keepLogsForMs: 7 * DAY, logs };
  const kinds = serverRetention({ audit: new AuditRows(audited), accounts, applications, engine, ...keeping });
  const leftAfter = async (days: number) => {
    for (const kind of kinds) await kind.removeSome(Date.now() + days * DAY, 100);
    const departed = await applications.selectFrom('departed_applications').select('id').execute();
    return {
      tokens: (await client.listTokens()).tokens.map(({ id }) => id).sort(),
      departed: departed.map(({ id }) => id),
      audited: (await client.listAudit()).entries.length,
    };
  };
  expect(await leftAfter(29)).toEqual({ tokens: [revoked, living].sort(), departed: [appId], audited: 5 });
  await sql`delete from tasks where app_id = ${appId}`.execute(database.query);
  expect(await leftAfter(31)).toEqual({ tokens: [living], departed: [], audited: 5 });
  expect(await leftAfter(41)).toEqual({ tokens: [living], departed: [], audited: 0 });
});

test('a running server does so periodically', async () => {
  const { client } = await startTestPlatform({ settings: { retentionIntervalMs: 20, keepTokensForMs: 0 } });
  const { id } = await client.createToken({ name: 'short' });
  await client.revokeToken(id);
  await expect.poll(() => client.listTokens()).toEqual({ tokens: [] });
});

import { type Route, routePath, routes } from '@kubemin/client';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { databaseDump } from '../../bad-input/test-support/database-dump.ts';
import { json, SHOP } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

describe('the audit', () => {
  test('a change is one entry with who, what, from where and its outcome; reading is none', async () => {
    const platform = await startTestPlatform();
    const headers = { 'user-agent': 'a test', 'content-type': 'application/json' };
    const body = JSON.stringify({ ...SHOP, project: 'store' });
    const response = await platform.send('POST', '/api/v1/applications?lenient=true', { headers, body });
    const { id } = await platform.client.getApplication(
      (await platform.client.listApplications()).applications[0]?.id ?? '',
    );
    const { entries } = await platform.client.listAudit();
    expect(entries).toEqual([
      expect.objectContaining({
        user: 'tester',
        route: 'saveApplication',
        method: 'POST',
        path: '/api/v1/applications',
        appId: id,
        project: 'store',
        address: '127.0.0.1',
        userAgent: 'a test',
        status: 200,
        requestId: response.headers.get('x-request-id'),
      }),
    ]);
  });

  test('what only looks leaves no entry and no other trace, also under a key', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(SHOP));
    const looking = Object.entries<Route>(routes).filter(
      ([, { method, effect }]) => method !== 'GET' && effect === 'none',
    );
    const before = await databaseDump(platform.database);
    const steps = JSON.stringify({ workflow: [{ name: 'all', components: ['web'] }] });
    const bodies: Readonly<Record<string, string>> = { tryWorkflow: steps, planApplication: '{}', checkCluster: '' };
    for (const [name, route] of looking) {
      const path = routePath(route, { appId: id, cluster: 'default' });
      for (const body of [bodies[name] ?? JSON.stringify(SHOP), '{"broken": ']) {
        const headers = { 'idempotency-key': 'one-for-all' };
        const { status } = await platform.send(route.method, path, { headers, body });
        expect([200, 400], name).toContain(status);
      }
    }
    expect(looking.map(([name]) => name).sort()).toEqual([
      ...['checkCluster', 'planApplication', 'planDocument', 'renderDocument', 'tryApplication', 'tryWorkflow'],
    ]);
    expect(await databaseDump(platform.database)).toEqual(before);
    expect((await platform.client.listAudit()).entries.map(({ route }) => route)).toEqual(['saveApplication']);
  });

  test('nothing of a body reaches the table, of the document with its secrets as little as of a new token', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(SHOP));
    const { token } = await platform.client.createToken({ name: 'a token' });
    const rows = JSON.stringify(await platform.client.listAudit());
    expect(rows).toContain('createToken');
    expect(rows).not.toContain('hunter2');
    expect(rows).not.toContain(token);
  });

  test('what was refused, failed or made no sense is there with its status and error, strangers are not', async () => {
    const platform = await startTestPlatform();
    await platform.client.createUser({ name: 'ada', roles: [{ project: 'store', role: 'viewer' }] });
    const { token, id: tokenId } = await platform.client.createToken({ name: 'hers', user: 'ada' });
    const { id } = await platform.client.saveApplication(json({ ...SHOP, project: 'store' }));
    const headers = { authorization: `Bearer ${token}` };
    await platform.send('POST', `/api/v1/applications/${id}/workflow/exec`, { headers });
    await platform.send('POST', '/api/v1/applications/unknown/restart', { headers });
    await platform.send('POST', '/api/v1/tokens', { headers, body: '{"name": ' });
    await platform.send('POST', '/api/v1/applications', { headers: { authorization: 'Bearer wrong' } });
    const { entries } = await platform.client.listAudit({ user: 'ada' });
    expect(entries.map(({ route, status, error }) => [route, status, error])).toEqual([
      ['createToken', 400, 'BODY_UNREADABLE'],
      ['restartApplication', 404, 'APPLICATION_NOT_FOUND'],
      ['execWorkflow', 403, 'FORBIDDEN'],
    ]);
    expect(entries[2]).toMatchObject({ appId: id, tokenId });
    expect(entries[1]).toMatchObject({ appId: 'unknown' });
    const all = await platform.client.listAudit();
    expect(all.entries.every(({ user }) => user === 'ada' || user === 'tester')).toBe(true);
  });

  test('a change that cannot be written down does not happen', async () => {
    const platform = await startTestPlatform();
    await renameTable(platform, 'audit_entries', 'elsewhere');
    await expect(platform.client.saveApplication(json(SHOP))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await renameTable(platform, 'elsewhere', 'audit_entries');
    expect((await platform.client.listApplications()).applications).toEqual([]);
    expect((await platform.client.listAudit()).entries).toEqual([]);
  });

  test('entries are found by user, application and time, page by page, each once', async () => {
    const clock = new ManualClock();
    const platform = await startTestPlatform({ clock });
    const { id } = await platform.client.saveApplication(json(SHOP));
    await clock.advance(1_000);
    const middle = new Date(clock.now()).toISOString();
    for (let count = 0; count < 5; count += 1) await platform.client.createToken({ name: 'one more' });
    const auditedRoutes = async (filter: Parameters<TestPlatform['client']['listAudit']>[0]) =>
      (await platform.client.listAudit(filter)).entries.map(({ route }) => route);
    expect(await auditedRoutes({ appId: id })).toEqual(['saveApplication']);
    expect(await auditedRoutes({ until: middle })).toEqual(['saveApplication']);
    expect(await auditedRoutes({ since: middle })).toHaveLength(5);
    expect(await auditedRoutes({ user: 'nobody' })).toEqual([]);
    const seen: string[] = [];
    for (let before: string | undefined, more = true; more; ) {
      const page = await platform.client.listAudit({ limit: 4, ...(before !== undefined && { before }) });
      seen.push(...page.entries.map((entry) => entry.id));
      before = page.next;
      more = page.next !== undefined;
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });
});

async function renameTable({ database }: TestPlatform, from: string, to: string): Promise<void> {
  await database.query.schema.alterTable(from).renameTo(to).execute();
}

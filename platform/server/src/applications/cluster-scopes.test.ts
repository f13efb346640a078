import { isUniqueViolation, sql } from '@kubemin/sql';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { ServerTables } from '../api/tables.ts';
import { SERVER_MIGRATIONS } from './migrations.ts';

describeDatabases('applications of before there were several clusters', (dialect) => {
  test('are in the default cluster with what they had, and their names are free in other clusters', async () => {
    const database = await (await dialect.create()).open();
    const before = SERVER_MIGRATIONS.findIndex(({ name }) => name === '005-scope');
    const { query: old } = await database.withTables('server', SERVER_MIGRATIONS.slice(0, before));
    for (const [id, project] of [
      ['one', 'retail'],
      ['two', ''],
    ]) {
      await sql`insert into applications (id, project, namespace, name, alias, version, description, icon, tmp_enable,
        workflow_id, revision, created_at, updated_at)
        values (${id}, ${project}, 'default', 'shop', '', '1', '', '', 0, 'w', 1, 1, 1)`.execute(old);
    }
    const { query } = await database.withTables<ServerTables>('server', SERVER_MIGRATIONS);
    const columns = ['id', 'project', 'cluster', 'scope'] as const;
    expect(await query.selectFrom('applications').select(columns).orderBy('id').execute()).toEqual([
      { id: 'one', project: 'retail', cluster: 'default', scope: 'default/retail' },
      { id: 'two', project: '', cluster: 'default', scope: 'default/' },
    ]);
    const one = await query.selectFrom('applications').selectAll().where('id', '=', 'one').executeTakeFirstOrThrow();
    const copy = (id: string, scope: string) =>
      query
        .insertInto('applications')
        .values({ ...one, id, cluster: 'eu', scope })
        .execute();
    await copy('three', 'eu/retail');
    const again = await copy('four', 'eu/retail').catch((error: unknown) => error);
    expect(isUniqueViolation(again)).toBe(true);
  });
});

import { verbatim } from '@kubemin/base/message';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { ServerTables } from '../api/tables.ts';
import { SERVER_MIGRATIONS } from '../applications/migrations.ts';
import { ComponentRows, storedState } from './component-rows.ts';
import { NOT_DEPLOYED } from './status/component-state.ts';

const NOW = 1_000;
const RUNNING = { ...NOT_DEPLOYED, status: 'Running', reason: 'Ready', message: verbatim('1 of 1 ready') } as const;

describeDatabases('component rows', (dialect) => {
  test('a state judged before the component changed is refused, though all happens in one millisecond', async () => {
    const database = await (await dialect.create()).open();
    const tables = await database.withTables<ServerTables>('server', SERVER_MIGRATIONS);
    const { query } = tables;
    const texts = {
      project: '',
      cluster: 'default',
      scope: 'default/',
      namespace: 'default',
      name: 'shop',
      alias: '',
      version: '',
      description: '',
      icon: '',
    };
    const times = { created_at: NOW, updated_at: NOW };
    const application = { id: 'app', workflow_id: 'w', tmp_enable: 0, revision: 1, ...texts, ...times };
    await query.insertInto('applications').values(application).execute();
    const rows = new ComponentRows(query);
    await rows.become('app', [{ name: 'web', type: 'webservice' }], { revision: 1, time: NOW });
    const [seen] = await rows.of('app');
    if (seen === undefined) throw new Error('the component is not stored');
    await rows.become('app', [{ name: 'web', type: 'store' }], { revision: 2, time: NOW });
    expect(await tables.runSteps(() => storedState(seen, RUNNING, NOW))).toBe(false);
    const [current] = await rows.of('app');
    expect(current).toMatchObject({ type: 'store', reason: 'NotDeployed', version: seen.version + 1 });
    expect(current && (await tables.runSteps(() => storedState(current, RUNNING, NOW)))).toBe(true);
    expect(await rows.of('app')).toMatchObject([{ reason: 'Ready', version: seen.version + 2 }]);
  });
});

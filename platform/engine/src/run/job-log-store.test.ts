import { ManualClock } from '@kubemin/testing';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { ENGINE_MIGRATIONS } from '../store/migrations.ts';
import { RunArchive } from '../store/run-archive.ts';
import type { JobLog } from '../task/job.ts';
import type { EngineTables } from '../task/tables.ts';
import { makeBench } from '../test-support/bench.ts';
import { documentWithSteps } from '../test-support/documents.ts';
import type { ProbeScript } from '../test-support/probe.ts';

const document = documentWithSteps(['c1'], [{ name: 'work', type: 'probe' }]);

describeDatabases('logs of jobs', (dialect) => {
  async function ran(work: ProbeScript) {
    const bench = await makeBench(new ManualClock(), { place: await dialect.create(), probes: { work } });
    await bench.engine.start();
    const { task } = await bench.finished((await bench.submit(document)).id);
    const [job] = await bench.engine.jobs(task.id);
    return { ...bench, task, job };
  }

  test('a log is kept whole, whatever is in it, the last one counts, and it goes with its run', async () => {
    const text = `${'line of a log, 😀 among others\n'.repeat(8_000)}a\0b`;
    const { engine, database, task, job } = await ran(async ({ storeLog }) => {
      await storeLog({ text: 'the first', truncated: false });
      await storeLog({ text, truncated: true });
      return {};
    });
    expect(task.status).toBe('completed');
    const log: JobLog | undefined = await engine.log(job?.id ?? '');
    expect(log?.truncated).toBe(true);
    expect(log?.text === text.replace('\0', '\u{fffd}')).toBe(true);
    const tables = await database.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
    await new RunArchive(tables).remove([task.id]);
    expect(await engine.log(job?.id ?? '')).toBeUndefined();
  });

  test('words no database takes as they are do not keep a job from its end', async () => {
    const { task, job } = await ran(async ({ report }) => {
      await report('zero\0text');
      throw new Error('zero\0byte');
    });
    expect(task.status).toBe('failed');
    expect(job).toMatchObject({ message: 'zero\u{fffd}text', error: 'zero\u{fffd}byte' });
  });
});

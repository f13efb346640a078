import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, ManualClock, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isTaskFinished } from '../task/states.ts';
import type { Task } from '../task/task.ts';
import { makeBench } from '../test-support/bench.ts';

const PROGRAM = fileURLToPath(new URL('../test-support/engine-process.ts', import.meta.url));

test('kill -9 in the middle of work, again and again: every task ends once and rightly, no finished job runs again', async () => {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  const [path, journal] = [join(directory.path, 'engine.db'), join(directory.path, 'journal')];
  await writeFile(journal, '');
  const { engine, submit } = await makeBench(new ManualClock(), { path });
  const good: Task[] = [];
  const bad: Task[] = [];
  for (let index = 0; index < 6; index++) {
    good.push(await submit(['c1', index === 0 ? 'dblock' : 'c2', 'd1'], `app-${index % 4}`));
    if (index % 3 === 0) bad.push(await submit(['c1', 'dfail', 'dlast'], `app-${index % 4}`));
  }
  const lines = async () => (await readFile(journal, 'utf8')).split('\n').filter((line) => line !== '');
  const open = async () => (await engine.tasks()).filter((task) => !isTaskFinished(task.status)).length;
  const blocked = async () => {
    const jobs = await engine.jobs(good[0]?.id ?? '');
    return jobs.some((job) => job.component === 'dblock' && job.status === 'running');
  };

  for (let life = 1; (await open()) > 0; life++) {
    const child = spawn(process.execPath, [PROGRAM, path, journal, `life-${life}`], { stdio: 'inherit' });
    const gone = once(child, 'exit');
    const before = (await lines()).length;
    // Killed after a handful of further jobs, at no particular point of any of them; the first time surely inside one.
    await eventually(async () => {
      if (life === 1 && !(await blocked())) return false;
      return (await lines()).length >= before + 3 + (life % 4) || (await open()) === 0;
    });
    child.kill('SIGKILL');
    await gone;
    expect(life).toBeLessThan(40);
  }

  for (const [tasks, status] of [
    [good, 'completed'],
    [bad, 'failed'],
  ] as const) {
    for (const { id } of tasks) {
      const events = [];
      for await (const event of engine.events(id)) events.push(event);
      const ends = events.filter((event) => event.kind === 'task' && isTaskFinished(event.task.status));
      expect(ends).toHaveLength(1);
      expect((await engine.task(id))?.status).toBe(status);
    }
  }
  const starts = await lines();
  expect(new Set(starts).size).toBe(starts.length);
  const jobs = (await Promise.all(good.map(({ id }) => engine.jobs(id)))).flat();
  expect(jobs).toHaveLength(18);
  for (const job of jobs) {
    expect(job.status).toBe('completed');
    expect(starts.filter((line) => line.startsWith(job.id)).at(-1)).toBe(`${job.id} ${job.attempt}`);
  }
  // The first life was surely killed inside of it; a later one may have been, too.
  expect(jobs.find((job) => job.component === 'dblock')?.attempt).toBeGreaterThanOrEqual(2);
});

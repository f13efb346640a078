import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ProgramStarter } from './program-starter.ts';

const REPORT_READY = 'trap - EXIT; echo "$KUBEMIN_JOB ready" >&3';

/** As with `nsenter --fork`, the process that the starter knows outlives the shell in it. */
const OUTLIVES_ITS_SHELL = ['sh', '-c', '"$@"; sleep 0.5', 'enter'];

async function makeStarter(enter: readonly string[] = []) {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  const errorFile = join(directory.path, 'errors');
  const starter = new ProgramStarter({ enter, sh: 'sh', setsid: 'setsid', errorFile, clock: systemClock });
  onTestFinished(() => starter[Symbol.dispose]());
  const script = join(directory.path, 'script.sh');
  const shells = join(directory.path, 'shells');
  return {
    /** Runs a script; `inShell` runs in a child of the shell that reads the commands. */
    async run(text: string, inShell = ''): Promise<string> {
      await writeFile(script, text);
      const prefix = ['sh', '-c', `echo $PPID >>'${shells}'; ${inShell}\nexec "$@"`, 'prefix'];
      const failure = verbatim('cannot start');
      return starter.start({ prefix, script, words: [], errorFile, failure, code: 'RUNTIME_BROKEN' });
    },
    /** For each start, the shell that ran it. */
    shells: async () => (await readFile(shells, 'utf8')).trim().split('\n').map(Number),
  };
}

test('a command that a killed shell had not read is given to the next shell', async () => {
  const { run, shells } = await makeStarter(OUTLIVES_ITS_SHELL);
  expect(await run(REPORT_READY)).toBe('ready');
  const [first = 0] = await shells();
  process.kill(first, 'SIGKILL');
  expect(await run(REPORT_READY)).toBe('ready');
  const [, second] = await shells();
  expect(second).not.toBe(first);
});

test('a command that was begun when the shell was killed fails, and is not run again', async () => {
  const { run, shells } = await makeStarter();
  await expect(run(REPORT_READY, 'kill -KILL $PPID; exit 1')).rejects.toThrow('cannot start');
  expect(await shells()).toHaveLength(1);
});

test('a script that fails is reported with its last line on standard error', async () => {
  const { run } = await makeStarter();
  await expect(run('echo one >&2; echo two >&2; exit 1')).rejects.toThrow('cannot start: two');
});

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { runSimulated } from './simulated-command.ts';

const POD: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [] } };
const ANSWERS = [
  { command: ['nginx', '-v'], exitCode: 0, stdout: 'nginx 1\n', stderr: '' },
  { command: ['sh', '-c', 'exit *'], exitCode: 9, stdout: '', stderr: 'ruled\n' },
];

async function run(...words: readonly string[]): Promise<readonly [code: number, out: string, err: string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const setting = { pod: POD, container: 'main', streams: { stdout, stderr }, answers: ANSWERS };
  const code = await runSimulated(words, { ...setting, signal: new AbortController().signal });
  stdout.end();
  stderr.end();
  return [code, await text(stdout), await text(stderr)];
}

test('a command answers as the rules say', async () => {
  expect(await run('nginx', '-v')).toEqual([0, 'nginx 1\n', '']);
});

test('rules come before what everybody knows, and their words are patterns', async () => {
  expect(await run('sh', '-c', 'exit 3')).toEqual([9, '', 'ruled\n']);
});

test('what a shell runs is looked for in the rules, too', async () => {
  expect(await run('sh', '-c', 'nginx -v')).toEqual([0, 'nginx 1\n', '']);
});

test('other arguments are another command', async () => {
  const [code, , stderr] = await run('nginx', '-t');
  expect(code).toBe(127);
  expect(stderr).toContain('nginx: not simulated');
});

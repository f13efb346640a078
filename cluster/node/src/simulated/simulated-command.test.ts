import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { runSimulated } from './simulated-command.ts';

const POD: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [] } };
const EXEC_RULES = [
  { command: ['nginx', '-v'], exitCode: 0, stdout: 'nginx 1\n', stderr: '' },
  { command: ['sh', '-c', 'exit *'], exitCode: 9, stdout: '', stderr: 'ruled\n' },
];

async function run(...words: readonly string[]): Promise<readonly [code: number, out: string, err: string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const variables = () => new Map(Object.entries({ WORD: 'one', WORDS: 'one  two' }));
  const setting = { pod: POD, container: 'main', streams: { stdout, stderr }, execRules: EXEC_RULES, variables };
  const code = await runSimulated(words, { ...setting, signal: new AbortController().signal });
  stdout.end();
  stderr.end();
  return [code, await text(stdout), await text(stderr)];
}

test('a command has the result of its rule', async () => {
  expect(await run('nginx', '-v')).toEqual([0, 'nginx 1\n', '']);
});

test('rules come before the built-in commands, and their words are patterns', async () => {
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

describe('a line of the shell', () => {
  const sh = (line: string) => run('sh', '-c', line);

  test.each([
    ['echo a; exit 3', 3, 'a\n'],
    ['echo a && echo b', 0, 'a\nb\n'],
    ['false && echo b', 1, ''],
    ['false || echo b', 0, 'b\n'],
    ['true || echo a; echo b', 0, 'b\n'],
    ['false; echo $?', 0, '1\n'],
    ['echo \'a;  b\' "c && d" e\\;f', 0, 'a;  b c && d e;f\n'],
    [
      'echo $WORD-$\u007bWORD} "$WORDS" $WORDS $NONE. \'$WORD\' "\\$WORD" 5$',
      0,
      'one-one one  two one two . $WORD $WORD 5$\n',
    ],
    ['echo "" | cat', 127, ''],
    ['echo a # && exit 3', 0, 'a\n'],
    ['nginx -v && exit 4\necho b', 4, 'nginx 1\n'],
  ])('%j exits with %d', async (line, code, out) => {
    expect((await sh(line)).slice(0, 2)).toEqual([code, out]);
  });

  test.each([
    'echo a | cat',
    'echo a > /tmp/a',
    'echo a 2>&1',
    'echo $(hostname)',
    'echo `hostname`',
    'echo "$(hostname)"',
    'echo $\u007bWORD:-b}',
    'echo $1',
    'sleep 1 & echo b',
    'if true; then echo a; fi; echo b',
    'for i in 1 2; do echo $i; done',
    'A=1 echo $A',
    '(echo a)',
    "echo 'a",
    'echo a &&',
    'echo a; nosuch; echo b',
    'nosuch || echo b',
  ])('%j is not pretended to be run', async (line) => {
    const [code, out, err] = await sh(line);
    expect(code).toBe(127);
    expect(out).not.toContain('b');
    expect(err).toContain('not simulated');
  });

  test('comes after other ways to behave, too; a script is no line', async () => {
    expect(await run('bash', '-lc', 'exit 4')).toEqual([4, '', '']);
    expect(await run('bash', '-e', '-c', 'echo a')).toEqual([0, 'a\n', '']);
    expect((await run('sh', '/start.sh'))[0]).toBe(127);
  });
});

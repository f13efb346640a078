import { expect, test } from 'vitest';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { address } from './address.ts';
import { defineCommand } from './define-command.ts';

const declared = (...path: readonly [string, ...string[]]) =>
  defineCommand({
    path,
    group: 'runs',
    summary: { en: 'x', zh: '某' },
    examples: [{ line: 'kubemin x', needs: 'nothing' }],
    load: async () => async () => ExitCode.ok,
  });
const commands = [declared('run', 'ls'), declared('run', 'watch'), declared('ls')];

test('global options stand before, between and after the words of a command', () => {
  const found = address(commands, ['-q', 'run', '-ojson', '--lang', 'zh', 'ls', 'shop', '-y']);
  expect(found).toMatchObject({ kind: 'command', command: { path: ['run', 'ls'] }, args: ['shop', '-y'] });
  expect([...found.globals]).toEqual([
    ['quiet', ['true']],
    ['output', ['json']],
    ['lang', ['zh']],
  ]);
});

test('the first words of several commands are a family, which may be asked for help', () => {
  expect(address(commands, ['run'])).toMatchObject({ kind: 'family', path: ['run'], asks: undefined });
  expect(address(commands, ['run', '--help'])).toMatchObject({ kind: 'family', path: ['run'], asks: 'help' });
  expect(address(commands, ['--version'])).toMatchObject({ kind: 'family', path: [], asks: 'version' });
});

test('a word that no command has is named with the words before it', () => {
  expect(address(commands, ['run', 'lss'])).toMatchObject({ kind: 'unknown', path: ['run'], word: 'lss' });
  expect(address(commands, ['--output'])).toMatchObject({ kind: 'unknown', word: '--output' });
});

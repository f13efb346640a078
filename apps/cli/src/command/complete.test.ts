import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { translateTo } from '../terminal/language/language.ts';
import { complete } from './complete.ts';

const texts = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await complete(COMMANDS, words, translateTo('en'))).candidates.map(({ text }) => text);
const names = async (...words: readonly string[]) => (await complete(COMMANDS, words, translateTo('en'))).names;

test('the words of commands, one after the other', async () => {
  expect(await texts('conte')).toEqual(['context']);
  expect(await texts('context', '')).toEqual(['add', 'ls', 'use', 'show', 'rm']);
  expect(await texts('--lang', 'zh', 'context', 'a')).toEqual(['add']);
  expect(await texts('nonsense', '')).toEqual([]);
});

test('options of the command and of all commands, but none that is hidden', async () => {
  expect(await texts('context', 'add', '--u')).toEqual(['--url', '--use']);
  expect(await texts('ls', '--dat')).toEqual(['--data-dir']);
  expect(await texts('completion', 'bash', '--cand')).toEqual([]);
  expect(await texts('hub', '--lea')).toContain('--leader-election-id');
});

test('values of options that have choices, also behind an argument', async () => {
  expect(await texts('status', 'demo', '-o', 'j')).toEqual(['json', 'jsonl']);
  expect(await texts('--lang', '')).toEqual(['en', 'zh']);
});

test('names that only the platform knows, with the application components belong to', async () => {
  expect(await names('status', '')).toMatchObject({ kind: 'app' });
  expect(await names('run', 'watch', '')).toMatchObject({ kind: 'run' });
  expect(await names('restart', 'shop', '')).toEqual({ kind: 'component', app: 'shop' });
  expect(await names('ls', '--context', 'p')).toMatchObject({ kind: 'context' });
  expect(await names('context', 'use', '')).toMatchObject({ kind: 'context' });
});

test('files are left to the shell', async () => {
  expect(await complete(COMMANDS, ['deploy', 'exam'], translateTo('en'))).toEqual({ candidates: [], names: undefined });
});

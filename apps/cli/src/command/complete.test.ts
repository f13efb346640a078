import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { translateTo } from '../terminal/language/language.ts';
import { complete } from './complete.ts';

const texts = (...words: readonly string[]): readonly string[] =>
  complete(COMMANDS, words, translateTo('en')).candidates.map(({ text }) => text);
const names = (...words: readonly string[]) => complete(COMMANDS, words, translateTo('en')).names;

test('the words of commands, one after the other', () => {
  expect(texts('conte')).toEqual(['context']);
  expect(texts('context', '')).toEqual(['add', 'ls', 'use', 'show', 'rm']);
  expect(texts('--lang', 'zh', 'context', 'a')).toEqual(['add']);
  expect(texts('nonsense', '')).toEqual([]);
});

test('options of the command and of all commands, but none that is hidden', () => {
  expect(texts('context', 'add', '--u')).toEqual(['--url', '--use']);
  expect(texts('ls', '--dat')).toEqual(['--data-dir']);
  expect(texts('completion', 'bash', '--cand')).toEqual([]);
});

test('values of options that have choices, also behind an argument', () => {
  expect(texts('status', 'demo', '-o', 'j')).toEqual(['json', 'jsonl']);
  expect(texts('--lang', '')).toEqual(['en', 'zh']);
});

test('names that only the platform knows, with the application components belong to', () => {
  expect(names('status', '')).toMatchObject({ kind: 'app' });
  expect(names('run', 'watch', '')).toMatchObject({ kind: 'run' });
  expect(names('restart', 'shop', '')).toEqual({ kind: 'component', app: 'shop' });
  expect(names('ls', '--context', 'p')).toMatchObject({ kind: 'context' });
  expect(names('context', 'use', '')).toMatchObject({ kind: 'context' });
});

test('files are left to the shell', () => {
  expect(complete(COMMANDS, ['deploy', 'exam'], translateTo('en'))).toEqual({ candidates: [], names: undefined });
});

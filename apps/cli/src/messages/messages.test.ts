import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueProblems } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { SETTING_GROUPS } from '../settings/settings-table.ts';

const CHINESE = /\p{Script=Han}/u;
const packageDirectory = join(import.meta.dirname, '..', '..');

/** Entries that are looked up by a value, such as a state: the catalogue is indexed, and the value is written somewhere. */
function isLookedUp(problem: string): boolean {
  const [, area, key] = /^cli\.(\w+)\.(\w+): not used$/.exec(problem) ?? [];
  const indexed = sources.some((source) => source.includes(`${area}Messages[`));
  return indexed && sources.some((source) => new RegExp(`'${key}'|\\b${key}:`).test(source));
}

const sources = [packageDirectory, join(packageDirectory, '../../platform/client')].flatMap((directory) =>
  readdirSync(join(directory, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('messages'))
    .map((file) => readFileSync(join(directory, 'src', file), 'utf8')),
);

test('every message is used and has both languages', async () => {
  const problems = await catalogueProblems(packageDirectory);
  expect(problems.filter((problem) => !isLookedUp(problem))).toEqual([]);
});

test('commands describe themselves and their parameters in Chinese', () => {
  for (const { path, summary, help, arguments: taken, options } of COMMANDS) {
    const own = Object.values(options).flatMap((spec) => ('load' in spec ? [] : [spec.summary]));
    const texts = [
      summary,
      ...(help === undefined ? [] : [help]),
      ...Object.values(taken).map((each) => each.summary),
      ...own,
    ];
    for (const { en, zh } of texts) {
      expect(zh, `${path.join(' ')}: ${en}`).toMatch(CHINESE);
      expect(en).not.toMatch(CHINESE);
    }
  }
});

test('settings are described in Chinese, each under a title', () => {
  const texts = SETTING_GROUPS.flatMap(({ title, settings }) => [
    title,
    ...settings.filter(({ retired }) => retired === undefined).map(({ doc }) => doc),
  ]);
  expect(texts.length).toBeGreaterThan(90);
  for (const { en, zh } of texts) {
    expect(zh, en).toMatch(CHINESE);
    expect(en).not.toMatch(CHINESE);
    const quoted = (text: string): readonly string[] => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code).toSorted();
    expect(quoted(zh), en).toEqual(quoted(en));
  }
});

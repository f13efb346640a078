import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../command/commands.ts';
import { SETTING_GROUPS } from '../settings/settings-table.ts';

const here = import.meta.dirname;
const CHINESE = /\p{Script=Han}/u;
/** Said the same in both languages: punctuation. */
const WORDLESS = /^\P{L}*$/u;
/** Handed to every gap; where a phrase has them is what the languages are compared by. */
const GAPS = ['«1»', '«2»', '«3»', '«4»', '«5»'];

type Phrase = string | ((...gaps: readonly string[]) => string);

interface Area {
  readonly name: string;
  readonly en: Readonly<Record<string, Phrase>>;
  readonly zh: Readonly<Record<string, Phrase>>;
}

async function areas(): Promise<readonly Area[]> {
  const files = readdirSync(join(here, 'words')).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(join(here, 'words', file))));
  return modules.flatMap((module) =>
    Object.entries<Omit<Area, 'name'>>(module).map(([name, words]) => ({ name, ...words })),
  );
}

function sourcesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('language/words') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(directory, file), 'utf8'));
}

const said = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : phrase(...GAPS));
const gapsIn = (text: string): readonly string[] => GAPS.filter((gap) => text.includes(gap));

const all = await areas();
const sources = sourcesOf(join(here, '..'));

describe.each(all.map((area) => [area.name, area] as const))('%s', (name, { en, zh }) => {
  test('says everything in Chinese as well, with the same gaps', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    for (const [key, phrase] of Object.entries(en)) {
      const [english, chinese] = [said(phrase), said(zh[key] ?? '')];
      expect(gapsIn(chinese), key).toEqual(gapsIn(english));
      expect(english, key).not.toMatch(CHINESE);
      if (!WORDLESS.test(english.replaceAll(/«\d»/g, ''))) expect(chinese, key).toMatch(CHINESE);
    }
  });

  test('says nothing that nobody says', () => {
    // By their type as well: what is pure is handed the words of one language.
    const isUser = new RegExp(name, 'i');
    const users = sources.filter((source) => isUser.test(source)).join('\n');
    const mentions = users.match(new RegExp(`\\b${name}[.[]`, 'g')) ?? [];
    const lookUps = users.match(new RegExp(`\\b${name}(\\[\\w+\\]|\\.\\w+)\\[`, 'g')) ?? [];
    // Only ever looked up by a value: its type says that there is a word for each.
    if (lookUps.length > 0 && lookUps.length === mentions.length) return;
    const unused = Object.keys(en).filter((key) => !new RegExp(`(\\.|'|\\{ |, )${key}\\b`).test(users));
    expect(unused).toEqual([]);
  });
});

test('commands say in Chinese what they are for, and what they take', () => {
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

test('settings say in Chinese what they mean, each under a title', () => {
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

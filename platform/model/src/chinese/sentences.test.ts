import { join } from 'node:path';
import { textsUnder } from '@kubemin/testing/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTranslator, problemSentences } from './index.ts';

const SOURCES = join(import.meta.dirname, '..');
/** What others say, too, such as lists that are cut short. */
const SHARED = join(SOURCES, '..', '..', '..', 'core', 'base', 'src');
const CHINESE = /\p{Script=Han}/u;
/** Several words in a row, or one beside a gap. */
const PROSE = /[a-z]{2}[^a-z]* ["a-z{]|["}] [a-z]{2}/i;
/** What is said in these is no problem of a document: names for editors and documentation, and slips of programmers. */
const NOT_ABOUT_PROBLEMS = /^(wording|chinese|test-support|form)\/|^(problem-code|json-schema|registry)\.ts$/;
const NOT_SAID = ['summary', 'description', 'title', 'label'];

const texts = textsUnder(SOURCES, NOT_ABOUT_PROBLEMS)
  .filter(({ property }) => !NOT_SAID.includes(property ?? ''))
  .map(({ text }) => text);

const gapsOf = (sentence: string): readonly string[] => [...new Set(sentence.match(/\{\d\}/g) ?? [])].toSorted();

test('everything the model says about problems is said in Chinese', () => {
  const prose = texts.filter((text) => PROSE.test(text));
  expect(prose.length).toBeGreaterThan(250);
  expect(prose.filter((text) => !Object.hasOwn(problemSentences, text))).toEqual([]);
});

test('nothing is translated that nobody says, and no gap is lost', () => {
  const said = [...texts, ...textsUnder(SHARED).map(({ text }) => text)];
  expect(Object.keys(problemSentences).filter((sentence) => !said.includes(sentence))).toEqual([]);
  for (const [english, chinese] of Object.entries(problemSentences)) {
    expect(chinese, english).toMatch(CHINESE);
    expect(gapsOf(chinese), english).toEqual(gapsOf(english));
  }
});

test('a sentence is recognised by itself, whatever names fill it', () => {
  const translate = createTranslator(problemSentences);
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
  const sentence = fc.constantFrom(...Object.entries(problemSentences));
  fc.assert(
    fc.property(sentence, fc.array(name, { minLength: 4, maxLength: 4 }), ([english, chinese], names) => {
      const fill = (text: string): string => text.replace(/\{(\d)\}/g, (_, at) => names[Number(at)] ?? '');
      expect(translate(fill(english))).toBe(fill(chinese));
    }),
    { numRuns: 2_000 },
  );
});

test('what fills a gap may be a sentence, too, and what nobody knows stays as it is', () => {
  const translate = createTranslator(problemSentences);
  expect(translate('Unknown field "imge" is ignored. Did you mean "image"?')).toBe(
    '未知字段“imge”被忽略。是否想写“image”？',
  );
  expect(translate('"port" has no effect: the request is redirected.')).toBe('“port”不起作用：请求会被重定向。');
  expect(translate('"replicas" must be a whole number, not "two".')).toBe('"replicas" 必须是整数，而不是 "two"。');
  expect(translate('Somebody else says so.')).toBeUndefined();
});

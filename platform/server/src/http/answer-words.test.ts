import { join } from 'node:path';
import { errorCatalogue } from '@kubemin/client';
import { answerSentences, errorMeanings } from '@kubemin/client/chinese';
import { textsUnder } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';

const CHINESE = /\p{Script=Han}/u;
const said = [join(import.meta.dirname, '..'), join(import.meta.dirname, '..', '..', '..', 'client', 'src')].flatMap(
  (directory) => textsUnder(directory, /^chinese\//).map(({ text }) => text),
);
const gapsOf = (sentence: string): readonly string[] => [...new Set(sentence.match(/\{\d\}/g) ?? [])].toSorted();

test('every error has a meaning in Chinese', () => {
  expect(Object.keys(errorMeanings).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  for (const meaning of Object.values(errorMeanings)) expect(meaning).toMatch(CHINESE);
});

test('no answer tells programs what to type; the command line adds that to the name of the error', () => {
  expect(said.filter((sentence) => /`kubemin [a-z]/.test(sentence))).toEqual([]);
});

test('no answer is translated that nobody gives any more, and no gap is lost', () => {
  expect(Object.keys(answerSentences).filter((sentence) => !said.includes(sentence))).toEqual([]);
  for (const [english, chinese] of Object.entries(answerSentences)) {
    expect(chinese, english).toMatch(CHINESE);
    expect(gapsOf(chinese), english).toEqual(gapsOf(english));
  }
});

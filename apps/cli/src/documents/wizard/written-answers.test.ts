import { expect, test } from 'vitest';
import { someQuestions } from '../../terminal/prompt/test-support/questions.ts';
import { flattenAnswers, WrittenAnswers } from './written-answers.ts';

test('answers are found by id, whether written so or nested', () => {
  const nested = { name: 'shop', component: [{ name: 'api', traits: ['envs', 'probes'], ports: [{ port: 80 }] }] };
  const flat = {
    name: 'shop',
    'component.1.name': 'api',
    'component.1.traits': ['envs', 'probes'],
    'component.1.ports.1.port': 80,
  };
  expect(Object.fromEntries(flattenAnswers(nested))).toEqual(flat);
  expect(Object.fromEntries(flattenAnswers(flat))).toEqual(flat);
});

test('unused answers are reported', () => {
  const answers = new WrittenAnswers(flattenAnswers({ name: 'shop', nmae: 'shop' }));
  expect(answers.find(someQuestions.text)).toBe('shop');
  expect(answers.ids().filter((id) => !answers.wasAsked(id))).toEqual(['nmae']);
});

test('something below an id counts for it, something that only begins alike does not', () => {
  const answers = new WrittenAnswers(flattenAnswers({ component: { 21: { name: 'x' } } }));
  expect(answers.has('component.21')).toBe(true);
  expect(answers.has('component.2')).toBe(false);
});

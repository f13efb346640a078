import { expect, test } from 'vitest';
import { applicationPhases, componentStates, runStates } from './state-words.ts';

test.each([
  ['runs', runStates],
  ['components', componentStates],
  ['applications', applicationPhases],
])('no two states of %s look or read the same, with or without colour', (_, states) => {
  const all = Object.values(states);
  for (const words of [all.map(({ en }) => en), all.map(({ zh }) => zh)]) {
    expect(new Set(words).size).toBe(all.length);
  }
  expect(all.every(({ symbol }) => [...symbol].length === 1)).toBe(true);
});

test('runs have a symbol of their own for each state', () => {
  const symbols = Object.values(runStates).map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
});

import { expect, test } from 'vitest';
import { applicationPhases, componentStates, runStates, stateShades } from './state-words.ts';

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

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each(Object.entries(stateShades))('%s can be read on light and on dark grounds', (_, { light, dark }) => {
  for (const ground of ['#FFFFFF', '#F6F8FA']) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
  for (const ground of ['#161B22', '#0D1117']) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
});

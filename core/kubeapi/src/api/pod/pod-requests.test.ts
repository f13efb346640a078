import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Container } from '../../generated/types/core.v1.gen.ts';
import { podPeak } from './pod-requests.ts';

const NUMBERS = { none: 0, plus: (a: number, b: number) => a + b, larger: Math.max };

interface Step {
  readonly amount: number;
  readonly stays: boolean;
}

function container({ amount, stays }: Step, index: number): Container {
  return { name: `c${index}`, workingDir: String(amount), ...(stays ? { restartPolicy: 'Always' } : {}) };
}

function peak(init: readonly Step[], main: readonly number[]): number {
  const spec = {
    initContainers: init.map(container),
    containers: main.map((amount, index) => container({ amount, stays: false }, index)),
  };
  return podPeak(spec, ({ workingDir }) => Number(workingDir), NUMBERS);
}

test('containers add up, the largest init container counts, and those that stay add up with what comes later', () => {
  expect(peak([], [1, 2])).toBe(3);
  expect(peak([{ amount: 5, stays: false }], [1, 2])).toBe(5);
  expect(peak([{ amount: 5, stays: true }], [1, 2])).toBe(8);
  const early = { amount: 4, stays: false };
  const sidecar = { amount: 3, stays: true };
  expect(peak([early, sidecar], [1])).toBe(4);
  expect(peak([sidecar, early], [1])).toBe(7);
  expect(peak([], [])).toBe(0);
});

test('it is the most that ever runs at a time, walked through step by step', () => {
  const step = fc.record({ amount: fc.nat(100), stays: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), fc.array(fc.nat(100), { maxLength: 6 }), (init, main) => {
      const moments = init.map((each, index) => {
        const beside = init.slice(0, index).filter(({ stays }) => stays);
        return beside.reduce((sum, { amount }) => sum + amount, each.amount);
      });
      const stayed = init.filter(({ stays }) => stays).reduce((sum, { amount }) => sum + amount, 0);
      moments.push(main.reduce((sum, amount) => sum + amount, stayed));
      expect(peak(init, main)).toBe(Math.max(...moments));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allStates,
  isTerminal,
  JOB_TRANSITIONS,
  sourceStates,
  TASK_TRANSITIONS,
  type TransitionTable,
} from './states.ts';

const machines: readonly (readonly [string, string, TransitionTable<string>, readonly string[]])[] = [
  ['task', 'waiting', TASK_TRANSITIONS, ['completed', 'failed', 'timeout', 'cancelled', 'rejected']],
  ['job', 'queued', JOB_TRANSITIONS, ['completed', 'failed', 'timeout', 'cancelled', 'skipped', 'rejected']],
];

describe.each(machines)('the %s state machine', (_name, start, table, terminal) => {
  test('ends in exactly the documented states', () => {
    expect(allStates(table).filter((state) => isTerminal(table, state))).toEqual(terminal);
  });

  test('no walk leaves the diagram, and none leaves a terminal state', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), (choices) => {
        let state = start;
        let ended = false;
        for (const choice of choices) {
          const next = table[state] ?? [];
          if (next.length === 0) break;
          expect(ended).toBe(false);
          state = next[choice % next.length] ?? state;
          expect(allStates(table)).toContain(state);
          ended = terminal.includes(state);
        }
      }),
    );
  });

  test('every state can be reached, and from every state an end can be reached', () => {
    for (const state of allStates(table)) {
      expect(reachable(table, start)).toContain(state);
      expect([...reachable(table, state)].some((end) => isTerminal(table, end))).toBe(true);
    }
  });

  test('the sources of a state are exactly those that list it', () => {
    for (const to of allStates(table))
      for (const from of allStates(table))
        expect(sourceStates(table, to).includes(from)).toBe(table[from]?.includes(to));
  });
});

function reachable(table: TransitionTable<string>, from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const state of seen) for (const next of table[state] ?? []) seen.add(next);
  return seen;
}

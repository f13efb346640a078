import { holds, looksAtFailure } from '@kubemin/model';
import type { StepFlow } from '../plan/step-flow.ts';
import type { StepBook } from './step-book.ts';

/** Whether a step runs now; if not, why, in words. */
export type Turn = { readonly runs: true } | { readonly runs: false; readonly why: string };

/**
 * A step without a condition runs when everything before it succeeded; one whose condition asks how others ended is
 * evaluated after a failure too.
 */
export function turnOf(
  flow: StepFlow,
  book: StepBook,
  /** `blocked`: something it comes after failed. `failed`: anything did so far. */
  { blocked, failed }: { readonly blocked: boolean; readonly failed: boolean },
): Turn {
  const { condition } = flow;
  if (condition === undefined || !looksAtFailure(condition.parsed)) {
    if (blocked) return { runs: false, why: 'not started: a step before it failed' };
    if (condition === undefined) return { runs: true };
  }
  const inputs = new Map(flow.inputs.map(({ name, from }) => [name, from]));
  const lookUp = (path: readonly string[]): unknown => {
    const [first, ...rest] = path;
    if (first === 'failed') return failed;
    if (first === 'succeeded') return !failed;
    if (first === 'inputs') return book.lookUp((inputs.get(rest.join('.')) ?? '').split('.'));
    return book.lookUp(path);
  };
  if (holds(condition.parsed, lookUp)) return { runs: true };
  return { runs: false, why: `left out: the condition "${condition.text}" does not hold` };
}

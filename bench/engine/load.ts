import type { Completions } from './completions.ts';
import type { Subject } from './subject.ts';

/** How work is given to a subject. */
export interface Load {
  readonly subject: Subject;
  readonly completions: Completions;
  /** Where counting goes on. */
  readonly from: number;
  readonly tasks: number;
  /** Submitted and not done; the next is submitted when one is done. */
  readonly outstanding: number;
}

/** What came of it. */
export interface LoadResult {
  readonly seconds: number;
  /** From the call that submits to the stored end, in milliseconds. */
  readonly latencies: readonly number[];
}

/** Keeps a subject busy until it has done so many. */
export async function driveLoad({ subject, completions, from, tasks, outstanding }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let next = from;
  const submitter = async (): Promise<void> => {
    while (next < from + tasks) {
      const index = next;
      next += 1;
      const submitted = performance.now();
      await completions.of(await subject.submit(index));
      latencies.push(performance.now() - submitted);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: outstanding }, submitter));
  await subject.drained?.();
  return { seconds: (performance.now() - started) / 1000, latencies };
}

import type { KubeObject } from '@kubemin/kubeapi';
import { type Execution, PLAIN_FLOW, type PlannedJob, type PruneRule } from '../task/index.ts';

/** An object of the application that its document does not ask for any more. */
export interface Leftover extends Pick<PruneRule, 'after'> {
  readonly component: string;
  /** No more of it than what names it. */
  readonly object: KubeObject;
}

/** The name of the job type that prunes, and of the step it has at the end of a run. */
export const PRUNE = 'prune';

const PRIORITY = 20;

/**
 * Adds the pruning of leftovers: what yields to something new of its component goes at the end of the execution that
 * delivers it, all else after everything else.
 */
export function withPruning(
  executions: readonly Execution[],
  leftovers: readonly Leftover[],
  endIndex: number,
): readonly Execution[] {
  const placed = Map.groupBy(leftovers, ({ component, after }) =>
    after === 'run' ? -1 : executions.findLastIndex((execution) => delivers(execution, component)),
  );
  const end: Execution = { step: PRUNE, stepIndex: endIndex, mode: 'parallel', buckets: [] };
  return [
    ...executions.map((execution, index) => prunedAtEnd(execution, placed.get(index) ?? [])),
    ...(placed.has(-1) ? [prunedAtEnd(end, placed.get(-1) ?? [])] : []),
  ];
}

function delivers({ buckets }: Execution, component: string): boolean {
  return buckets.some(({ jobs }) => jobs.some((job) => job.kind === 'object' && job.component === component));
}

function prunedAtEnd(execution: Execution, leftovers: readonly Leftover[]): Execution {
  if (leftovers.length === 0) return execution;
  const { step, stepIndex, buckets } = execution;
  const jobs = leftovers.map(({ component, object }): PlannedJob => {
    const { kind, metadata } = object;
    return {
      kind: 'object',
      flow: PLAIN_FLOW,
      key: [PRUNE, kind, metadata.namespace ?? '', metadata.name ?? ''].join('/'),
      step,
      stepIndex,
      priority: PRIORITY,
      component,
      type: PRUNE,
      rendered: { component, object, onExisting: 'apply' },
    };
  });
  const others = buckets.filter(({ priority }) => priority !== PRIORITY);
  const last = buckets.find(({ priority }) => priority === PRIORITY);
  return { ...execution, buckets: [...others, { priority: PRIORITY, jobs: [...(last?.jobs ?? []), ...jobs] }] };
}

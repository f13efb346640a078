import { type RawBuilder, sql } from '@kubemin/sql';
import type { TaskStatus } from '../task/index.ts';

/** States as part of a query's text, for those that look for tasks by nothing else: indexes may hold some states only. */
export function toSqlLiterals<S extends TaskStatus>(states: readonly S[]): readonly RawBuilder<S>[] {
  return states.map((state) => sql.lit(state));
}

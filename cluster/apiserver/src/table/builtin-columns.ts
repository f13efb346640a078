import type { Columns } from './column.ts';

/** What `kubectl get` shows, by qualified resource name. */
export function builtinColumns(): ReadonlyMap<string, Columns> {
  return new Map();
}

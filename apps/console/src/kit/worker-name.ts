/**
 * What people call a worker: the name that its operator chose with `--id`, or the beginning of its id. The rest is random and
 * another one after each start.
 */
export function workerName(id: string): string {
  const chosen = id.slice(0, Math.max(0, id.lastIndexOf('-')));
  return chosen === '' ? id.slice(0, 8) : chosen;
}

/** The window of rates in PromQL: about the length of a step. */
export function rateWindow(stepMs: number): string {
  return `${Math.max(1, Math.round(stepMs / 60_000))}m`;
}

/** The share of completed runs among those that count. */
export function successPromql(window: string): string {
  const ended = (states: string): string => `sum(increase(kubemin_tasks_ended_total{status=~"${states}"}[${window}]))`;
  return `${ended('completed')} / ${ended('completed|failed|timeout|rejected')}`;
}

/** The p95 of a histogram, by labels where any are named. */
export function quantilePromql(metric: string, window: string, labels: readonly string[] = []): string {
  return `histogram_quantile(0.95, sum by (${['le', ...labels].join(', ')}) (rate(${metric}_bucket[${window}])))`;
}

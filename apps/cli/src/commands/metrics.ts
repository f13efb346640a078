import type { MetricsRange, MetricsSeries, MetricsSummary, Percentiles } from '@kubemin/client';
import { connect } from '../connection/connect.ts';
import { ExitCode } from '../errors/exit-code.ts';
import type { Language } from '../language/language.ts';
import { eventWords } from '../language/words/event.ts';
import { displayWidth, padDisplay } from '../output/display-width.ts';
import { print } from '../output/printer.ts';
import { formatTable } from '../output/table.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { formatDuration } from '../terminal/duration.ts';

export interface MetricsOptions {
  readonly range: MetricsRange['range'] | undefined;
}

/** Tells how the platform fares now and fared lately, or over a time step by step. */
export async function metrics(context: CommandContext, { range }: MetricsOptions): Promise<ExitCode> {
  const { language, terminal } = context;
  const { client } = await connect(context);
  if (range === undefined) {
    const summary = await client.metricsSummary();
    await print(context, { data: summary, table: summaryText(summary, language), names: [] });
    return ExitCode.ok;
  }
  const series = await client.metricsSeries({ range });
  await print(context, { data: series, table: seriesText(series, language), names: [] });
  if (series.truncated) terminal.alert(`${eventWords[language].truncated}\n`);
  return ExitCode.ok;
}

type Fact = readonly [name: string, value: string];

function summaryText({ queue, capacity, day }: MetricsSummary, language: Language): string {
  const say = eventWords[language];
  const now: readonly Fact[] = [
    [say.waiting, String(queue.waiting + queue.queued)],
    [say.running, String(queue.running)],
    [say.oldestWait, formatDuration(queue.oldestWaitMs)],
    [say.places, say.ofLimit(capacity.claimed, capacity.limit, capacity.instances)],
  ];
  const { completed, failed, timeout, rejected, cancelled } = day.ended;
  const lately: readonly Fact[] = [
    [say.completed, String(completed)],
    [say.failed, String(failed)],
    [say.timeout, String(timeout)],
    [say.rejected, String(rejected)],
    [say.cancelled, String(cancelled)],
    [say.success, rateText(day.successRate, language)],
    [say.wait, percentilesText(day.wait, language)],
    [say.duration, percentilesText(day.duration, language)],
  ];
  const width = Math.max(...[...now, ...lately].map(([name]) => displayWidth(name))) + 3;
  const lines = (facts: readonly Fact[]): string =>
    facts.map(([name, value]) => `  ${padDisplay(name, width)}${value}\n`).join('');
  return `${say.now}\n${lines(now)}${say.day}\n${lines(lately)}`;
}

function seriesText({ points, slowest }: MetricsSeries, language: Language): string {
  const say = eventWords[language];
  const titles = [say.until, say.waiting, say.running, say.completed, say.failed, say.success].map((title) =>
    title.toUpperCase(),
  );
  const rows = points.map(({ at, waiting, running, ended, successRate }) => [
    at,
    String(waiting),
    String(running),
    String(ended.completed),
    String(ended.failed + ended.timeout + ended.rejected),
    rateText(successRate, language),
  ]);
  const worst = slowest.map(
    ({ appName, runs, meanMs, maxMs }) =>
      `  ${appName}: ${say.mean(runs, formatDuration(meanMs), formatDuration(maxMs))}\n`,
  );
  return `${formatTable(titles, rows)}${worst.length === 0 ? '' : `${say.slowest}\n${worst.join('')}`}`;
}

function rateText(rate: number | null, language: Language): string {
  return rate === null ? eventWords[language].noRuns : `${(rate * 100).toFixed(1)} %`;
}

function percentilesText({ samples, p50, p95, p99 }: Percentiles, language: Language): string {
  const say = eventWords[language];
  if (p50 === null || p95 === null || p99 === null) return say.tooFew(samples);
  return say.percentiles(formatDuration(p50), formatDuration(p95), formatDuration(p99));
}

import type { MetricsRange, MetricsSeries, MetricsSummary, Percentiles } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { eventMessages } from '../messages/index.ts';
import {
  type CommandContext,
  displayWidth,
  ExitCode,
  formatDuration,
  formatTable,
  padDisplay,
  print,
  type Translate,
} from '../terminal/index.ts';

export interface MetricsOptions {
  readonly range: MetricsRange['range'] | undefined;
}

/** Prints current and recent metrics of the platform, or a time series. */
export async function metrics(context: CommandContext, { range }: MetricsOptions): Promise<ExitCode> {
  const { translate, terminal } = context;
  const { client } = await connect(context);
  if (range === undefined) {
    const summary = await client.metricsSummary();
    await print(context, { data: summary, table: summaryText(summary, translate), names: [] });
    return ExitCode.ok;
  }
  const series = await client.metricsSeries({ range });
  await print(context, { data: series, table: seriesText(series, translate), names: [] });
  if (series.truncated) terminal.alert(`${translate(eventMessages.truncated)}\n`);
  return ExitCode.ok;
}

type Fact = readonly [name: string, value: string];

function summaryText({ queue, messageQueue, capacity, day }: MetricsSummary, translate: Translate): string {
  const now: readonly Fact[] = [
    [translate(eventMessages.waiting), String(queue.waiting + queue.queued)],
    [translate(eventMessages.running), String(queue.running)],
    [translate(eventMessages.oldestWait), formatDuration(queue.oldestWaitMs)],
    [
      translate(eventMessages.places),
      translate(
        eventMessages.ofLimit({ claimed: capacity.claimed, limit: capacity.limit, instances: capacity.instances }),
      ),
    ],
    [translate(eventMessages.messageQueue), messageQueueText(messageQueue, translate)],
  ];
  const { completed, failed, timeout, rejected, cancelled } = day.ended;
  const lately: readonly Fact[] = [
    [translate(eventMessages.completed), String(completed)],
    [translate(eventMessages.failed), String(failed)],
    [translate(eventMessages.timeout), String(timeout)],
    [translate(eventMessages.rejected), String(rejected)],
    [translate(eventMessages.cancelled), String(cancelled)],
    [translate(eventMessages.success), rateText(day.successRate, translate)],
    [translate(eventMessages.wait), percentilesText(day.wait, translate)],
    [translate(eventMessages.duration), percentilesText(day.duration, translate)],
  ];
  const width = Math.max(...[...now, ...lately].map(([name]) => displayWidth(name))) + 3;
  const lines = (facts: readonly Fact[]): string =>
    facts.map(([name, value]) => `  ${padDisplay(name, width)}${value}\n`).join('');
  return `${translate(eventMessages.now)}\n${lines(now)}${translate(eventMessages.day)}\n${lines(lately)}`;
}

function messageQueueText(queue: MetricsSummary['messageQueue'], translate: Translate): string {
  const { driver, up, backlog, pending, oldestMs, redeliveries } = queue;
  if (!up || backlog === undefined || pending === undefined || redeliveries === undefined)
    return translate(eventMessages.queueDown({ driver }));
  const oldest = oldestMs === undefined ? '-' : formatDuration(oldestMs);
  return translate(eventMessages.queueFigures({ driver, backlog, pending, oldest, redeliveries }));
}

function seriesText({ points, slowest }: MetricsSeries, translate: Translate): string {
  const titles = [
    translate(eventMessages.until),
    translate(eventMessages.waiting),
    translate(eventMessages.running),
    translate(eventMessages.completed),
    translate(eventMessages.failed),
    translate(eventMessages.success),
  ].map((title) => title.toUpperCase());
  const rows = points.map(({ at, waiting, running, ended, successRate }) => [
    at,
    String(waiting),
    String(running),
    String(ended.completed),
    String(ended.failed + ended.timeout + ended.rejected),
    rateText(successRate, translate),
  ]);
  const worst = slowest.map(
    ({ appName, runs, meanMs, maxMs }) =>
      `  ${appName}: ${translate(eventMessages.mean({ runs, mean: formatDuration(meanMs), most: formatDuration(maxMs) }))}\n`,
  );
  return `${formatTable(titles, rows)}${worst.length === 0 ? '' : `${translate(eventMessages.slowest)}\n${worst.join('')}`}`;
}

function rateText(rate: number | null, translate: Translate): string {
  return rate === null ? translate(eventMessages.noRuns) : `${(rate * 100).toFixed(1)} %`;
}

function percentilesText({ samples, p50, p95, p99 }: Percentiles, translate: Translate): string {
  if (p50 === null || p95 === null || p99 === null) return translate(eventMessages.tooFew({ samples }));
  return translate(
    eventMessages.percentiles({ p50: formatDuration(p50), p95: formatDuration(p95), p99: formatDuration(p99) }),
  );
}

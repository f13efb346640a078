import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MetricRegistry, RetryableError } from '@kubemin/base';
import { processMetrics } from '@kubemin/base/machine';
import { verbatim } from '@kubemin/base/message';
import { metricSamples } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { statementMetrics } from '../core/sql/src/database/index.ts';
import { sql } from '../core/sql/src/index.ts';
import { openSqlite } from '../core/sql/src/sqlite/index.ts';
import { addBuildInfo } from '../platform/server/src/metrics/index.ts';
import { json, webservice } from '../platform/server/src/test-support/documents.ts';
import { startTestPlatform } from '../platform/server/src/test-support/test-platform.ts';

const MONITORING = join(import.meta.dirname, '..', 'deploy', 'monitoring');
const read = (name: string): Promise<string> => readFile(join(MONITORING, name), 'utf8');

interface AlertRule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

async function alertRules(): Promise<readonly AlertRule[]> {
  const { groups }: { readonly groups: readonly { readonly rules: readonly AlertRule[] }[] } = parse(
    await read('alerts.yaml'),
  );
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

async function panels(): Promise<readonly Panel[]> {
  const dashboard: { readonly panels: readonly Panel[] } = JSON.parse(await read('grafana-dashboard.json'));
  return dashboard.panels;
}

/** The labels of each metric that a platform exposes after one event of each kind. */
async function exposed(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const registry = new MetricRegistry();
  addBuildInfo(registry, 'test');
  for (const metric of processMetrics()) registry.add(metric);
  await using database = openSqlite({ path: ':memory:', onQuery: statementMetrics(registry) });
  await expect(sql`select * from nowhere`.execute(database.query)).rejects.toThrow();
  let failures = 1;
  const jobs = async (): Promise<void> => {
    if (failures-- > 0) throw new RetryableError(verbatim('not yet'), { code: 'NOT_YET' });
  };
  const platform = await startTestPlatform({ metrics: registry, jobs });
  const { id, workflowId } = await platform.client.saveApplication(
    json({ name: 'shop', component: [webservice('web')] }),
  );
  const { taskId } = await platform.client.execWorkflow(id, { workflowId });
  for await (const _event of platform.client.followRun(taskId));
  // The delay of the event loop is measured from the second request on.
  await platform.client.metrics();
  const labels = new Map<string, Set<string>>();
  for (const series of metricSamples(await platform.client.metrics()).keys()) {
    const [name = '', inside = ''] = series.split(/[{}]/);
    const known = labels.get(name) ?? new Set(['instance', 'job']);
    for (const [, label = ''] of inside.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels;
}

const WORDS = /\b(?:sum|min|max|count|avg|by|and|or|on|rate|increase|deriv|absent|histogram_quantile)\b/g;

/** Metrics in an expression with the labels it asks of them, and the labels it groups by. */
function findMetricUses(expression: string): {
  readonly metrics: readonly (readonly [string, readonly string[]])[];
  readonly by: readonly string[];
} {
  const by = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const bare = expression
    .replaceAll(/\bby \([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(WORDS, ' ');
  const metrics = [...bare.matchAll(/([a-zA-Z_][\w:]*)\s*(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => {
    const labels = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
    return [name, labels] as const;
  });
  return { metrics, by };
}

test('alert rules and the dashboard use only metrics and labels that /metrics exposes', async () => {
  const rules = await alertRules();
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const charts = (await panels()).flatMap(({ targets = [] }) => targets);
  const expressions = [...rules, ...charts].map(({ expr }) => expr);
  expect(expressions.length).toBeGreaterThan(35);
  const known = await exposed();
  for (const expression of expressions) {
    const { metrics, by } = findMetricUses(expression);
    expect(metrics.length, expression).toBeGreaterThan(0);
    const own = metrics.filter(([name]) => !recorded.has(name));
    for (const [name, labels] of own) {
      expect([...known.keys()], expression).toContain(name);
      expect([...(known.get(name) ?? [])], expression).toEqual(expect.arrayContaining([...labels]));
    }
    for (const label of by)
      expect(
        own.some(([name]) => known.get(name)?.has(label)),
        `${label} in ${expression}`,
      ).toBe(true);
  }
});

test('the check finds a metric, and a label, that is not there', () => {
  const { metrics, by } = findMetricUses('sum by (kind) (rate(kubemin_gone_total{color="red"}[5m])) > 1');
  expect([metrics, by]).toEqual([[['kubemin_gone_total', ['color']]], ['kind']]);
});

test('every alert has a severity, a concern and a description', async () => {
  const alerts = (await alertRules()).filter(({ alert }) => alert !== undefined);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { alert, labels = {}, annotations = {}, for: duration } of alerts) {
    expect(['critical', 'warning', 'info'], alert).toContain(labels.severity);
    expect(['platform', 'jobs'], alert).toContain(labels.concern);
    expect(annotations.summary, alert).toMatch(/\w/);
    expect(annotations.description, alert).toMatch(/\w/);
    expect(duration, alert).toMatch(/^\d+m$/);
  }
});

test('every expression closes what it opens', async () => {
  const charts = (await panels()).flatMap(({ targets = [] }) => targets);
  for (const { expr } of [...(await alertRules()), ...charts]) {
    const bare = expr.replaceAll(/"[^"]*"/g, '');
    for (const [open, close] of ['()', '[]', '{}'].map((pair) => pair.split(''))) {
      expect(bare.split(open ?? '').length, expr).toBe(bare.split(close ?? '').length);
    }
  }
});

test('the panels of the dashboard have titles of their own and do not overlap', async () => {
  const all = await panels();
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  const cells = all.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test('the collector of logs keeps ids out of the labels', async () => {
  const { scrape_configs } = parse(await read('promtail.yaml'));
  const stages: readonly Readonly<Record<string, object>>[] = scrape_configs[0].pipeline_stages;
  const labels = stages.flatMap((stage) => Object.keys(stage.labels ?? {}));
  expect(labels).toEqual(['level', 'part']);
});

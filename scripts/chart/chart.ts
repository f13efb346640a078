import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { GoTemplates } from './go-template.ts';

/** A release of a chart. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
  /** Laid over the chart's own, as `--values` does. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A rendered object, and the template it comes from. */
export interface ChartObject {
  readonly template: string;
  readonly object: unknown;
}

/** The objects of a chart for a release, by the name of the template; GoTemplates lists what a template may use. */
export function renderChart(directory: string, release: Release): readonly ChartObject[] {
  return renderChartTexts(directory, release).flatMap(({ template, text }) =>
    parseAllDocuments(text)
      .map((document): unknown => document.toJS())
      .filter((object) => object !== null)
      .map((object) => ({ template, object })),
  );
}

/** The same as texts, without empty templates. */
export function renderChartTexts(
  directory: string,
  { name, namespace, values = {} }: Release,
): readonly { readonly template: string; readonly text: string }[] {
  const read = (path: string): string => readFileSync(join(directory, path), 'utf8');
  const chart: { readonly name: string; readonly version: string; readonly appVersion: string } = parse(
    read('Chart.yaml'),
  );
  const data = {
    Values: overlaid(parse(read('values.yaml')), values),
    Release: { Name: name, Namespace: namespace, Service: 'Helm' },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  };
  const templates = new GoTemplates();
  const files = readdirSync(join(directory, 'templates')).sort();
  const rendered = files.map((template) => ({ template, render: templates.add(read(`templates/${template}`)) }));
  return rendered
    .filter(({ template }) => template.endsWith('.yaml'))
    .map(({ template, render }) => ({ template, text: render({ data, file: read }) }))
    .filter(({ text }) => text.trim() !== '');
}

/** Maps are laid over each other field by field; anything else is replaced. */
function overlaid(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isMap(under) || !isMap(over)) return over;
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, overlaid(under[name], over[name])]));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

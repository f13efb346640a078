import { isRecord, TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { helmStep, Redactor, readYamlDocuments } from '@kubemin/model';
import type { RenderedObject } from '@kubemin/render';
import type * as z from 'zod';
import { deleteObject } from '../../delivery/index.ts';
import { stepMessages } from '../../messages/index.ts';
import { type HelmSettings, refuseForbiddenUses, type StepContext } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';
import { builtinJobTypes } from '../job-types/builtin.ts';
import { type ChartObject, readChart } from './chart-objects.ts';
import { listOwnedObjects } from './owned-objects.ts';
import { requireSecretText } from './secret-value.ts';

type Properties = z.output<typeof helmStep.declaration.schema>;

const MISSING_SECRET = 'VALUES_MISSING';

const MOST_BYTES = 4 * 1024 * 1024;

/** The component in whose name objects of a release are owned. A component of a document has no dot in its name. */
function releaseComponent(release: string): string {
  return `helm.${release}`;
}

/**
 * Renders a chart with the `helm` program, without a connection to a cluster, and delivers its objects like those of a
 * component: with the owner labels of the application, the same guards, and by the same job types. What an earlier
 * version of the chart had and this one has not is deleted. Repeatable.
 */
export const helm = defineStepType({
  ...helmStep,
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  retries: 'transient',
  isolation: 'engine',
  secrets: ({ valuesFrom }) => valuesFrom.map(({ name }) => name),
  owns: ({ name, properties, inputs = [] }) => {
    if (inputs.some((input) => input.name === 'release')) return 'unknown';
    // As the step reads it, without the properties that inputs are to bring.
    const { success, data } = helmStep.declaration.schema.shape.release.safeParse(properties?.release);
    return success ? [releaseComponent(data ?? name)] : 'unknown';
  },
  run: async (context) => {
    const { properties, settings } = context;
    const release = properties.release ?? context.step;
    if (!isAllowedChart(settings.helm, properties.chart)) {
      throw new TerminalError(stepMessages.helmChartNotAllowed({ chart: properties.chart }), {
        code: 'CHART_NOT_ALLOWED',
      });
    }
    const { appId, application } = context;
    const objects = readChart(await renderChart(context, release), {
      appId,
      component: releaseComponent(release),
      namespace: application.namespace,
    });
    // All of them are judged before the first is delivered.
    const judge = { ...context, permitted: context.permitted };
    for (const { rendered } of objects) await refuseForbiddenUses(judge, rendered);
    await context.claimNames(objects.map(({ rendered }) => rendered));
    for (const { rendered } of inOrder(objects)) await deliverObject(context, rendered);
    const removed = await removeOthers(context, release, objects);
    const names = objects.map(({ rendered: { object } }) => `${object.kind}/${object.metadata.name}`);
    return {
      message: stepMessages.helmDelivered({ release, count: objects.length, removed: removed.length }),
      values: { release, objects: names, removed: [...removed] },
    };
  },
});

/** Whether the operator allows the chart: an entry that ends in `/` allows everything below it. */
function isAllowedChart({ charts }: HelmSettings, chart: string): boolean {
  return charts.some((allowed) => (allowed.endsWith('/') ? chart.startsWith(allowed) : chart === allowed));
}

async function renderChart(context: StepContext<Properties>, release: string): Promise<string> {
  const { properties, application, programs, signal } = context;
  const { chart, version, values, valuesFrom, hooks } = properties;
  const secretValues: string[] = [];
  for (const reference of valuesFrom) secretValues.push(await requireSecretText(context, reference, MISSING_SECRET));
  const files = [...secretValues, JSON.stringify(values)].map((text, index) => [`values-${index}.yaml`, text] as const);
  const { exitCode, stdout, stderr, truncated } = await programs({
    program: 'helm',
    files: Object.fromEntries(files),
    args: (directory) => [
      ...['template', release, chart, '--namespace', application.namespace, '--skip-tests'],
      ...(version === undefined ? [] : ['--version', version]),
      ...(hooks === 'skip' ? ['--no-hooks'] : []),
      ...files.flatMap(([name]) => ['--values', `${directory}/${name}`]),
    ],
    maxBytes: MOST_BYTES,
    signal,
  });
  if (exitCode !== 0) {
    const reason = new Redactor(secretValues.flatMap(secretTexts))
      .text(stderr)
      .trim()
      .split('\n')
      .slice(-5)
      .join(' ')
      .slice(0, 500);
    throw new TerminalError(stepMessages.helmFailed({ chart, reason }), { code: 'CHART_NOT_RENDERED' });
  }
  if (truncated) throw new TerminalError(stepMessages.helmTooLarge({ chart }), { code: 'CHART_TOO_LARGE' });
  return stdout;
}

/** What must not be shown of a text with values: a chart may print any of them in its errors. */
function secretTexts(values: string): readonly string[] {
  return [values, ...textsIn(readYamlDocuments(values))];
}

function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isRecord(value)) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Hooks before the rest, hooks after it; within each, by weight, then as components are delivered. */
function inOrder(objects: readonly ChartObject[]): readonly ChartObject[] {
  const phases = { before: 0, main: 1, after: 2 } as const;
  const priority = ({ kind }: KubeObject): number =>
    builtinJobTypes.find(({ kinds }) => kinds.includes(kind))?.priority ?? 0;
  return objects.toSorted(
    (left, right) =>
      phases[left.phase] - phases[right.phase] ||
      left.weight - right.weight ||
      priority(left.rendered.object) - priority(right.rendered.object),
  );
}

async function deliverObject(context: StepContext<Properties>, rendered: RenderedObject): Promise<void> {
  const { kind, metadata } = rendered.object;
  await context.report(stepMessages.helmDelivering({ object: `${kind}/${metadata.name}` }));
  const type = builtinJobTypes.find(({ kinds }) => kinds.includes(kind));
  await type?.run({ ...context, rendered });
}

/** Deletes what the release has in the cluster and its chart has no more. Claims stay. */
async function removeOthers(
  context: StepContext<Properties>,
  release: string,
  objects: readonly ChartObject[],
): Promise<readonly string[]> {
  const wanted = new Set(objects.map(({ rendered: { object } }) => `${object.kind}/${object.metadata.name}`));
  const removed: string[] = [];
  for (const kind of builtinJobTypes.flatMap(({ prune }) => prune?.resource ?? [])) {
    for (const object of await listOwnedObjects(context, releaseComponent(release), kind)) {
      const name = `${object.kind}/${object.metadata.name}`;
      if (wanted.has(name)) continue;
      await deleteObject(context, object);
      removed.push(name);
    }
  }
  return removed;
}

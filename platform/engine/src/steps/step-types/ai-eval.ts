import { ownEntry, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { aiEvalStep, durationMs } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import { abandonPod, runPod } from '../../sandbox/index.ts';
import { defineStepType } from '../define-step-type.ts';

/**
 * Evaluates a model: the example of a type a team brings for itself, made of nothing but what this package exports. The
 * image reads MODEL and DATASET and writes its metrics, a JSON object of numbers, to its termination message.
 */
export const aiEval = defineStepType({
  ...aiEvalStep,
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  retries: 'transient',
  isolation: 'pod',
  run: async (context) => {
    const { model, dataset, gpu, minimum, waitFor, env, resources, ...rest } = context.properties;
    const { values = {} } = await runPod(context, {
      ...rest,
      env: { ...env, MODEL: model, DATASET: dataset },
      resources: { ...resources, ...(gpu > 0 && { gpu: String(gpu) }) },
      waitMs: durationMs(waitFor),
    });
    const metrics = readMetrics(values);
    requireMinimum(metrics, minimum);
    const shown = Object.entries(metrics).map(([name, value]) => `${name} ${value}`);
    return { message: stepMessages.evaluated({ model, dataset, metrics: shown }), values: { ...values, metrics } };
  },
  abandon: abandonPod,
});

function readMetrics({ result }: JsonObject): Readonly<Record<string, number>> {
  const entries = isJsonObject(result) ? Object.entries(result) : [];
  const metrics = entries.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value] as const] : []));
  if (metrics.length > 0) return Object.fromEntries(metrics);
  throw new TerminalError(stepMessages.noMetrics, { code: 'EVALUATION_WITHOUT_METRICS' });
}

function requireMinimum(metrics: Readonly<Record<string, number>>, minimum: Readonly<Record<string, number>>): void {
  for (const [name, least] of Object.entries(minimum)) {
    const value = ownEntry(metrics, name);
    if (value !== undefined && value >= least) continue;
    const problem =
      value === undefined
        ? stepMessages.metricMissing({ metric: name, minimum: least })
        : stepMessages.metricTooLow({ metric: name, value, minimum: least });
    throw new TerminalError(problem, { code: 'EVALUATION_BELOW_MINIMUM' });
  }
}

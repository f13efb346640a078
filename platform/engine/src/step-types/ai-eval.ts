import { ownEntry, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { durationMs, field, word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';
import { onUnschedulable, podProperties } from '../sandbox/pod-properties.ts';
import { podWording } from '../sandbox/pod-wording.ts';
import { abandonPod, runPod } from '../sandbox/run-pod.ts';

/**
 * Evaluates a model: the example of a type a team brings for itself, made of nothing but what this package exports. The
 * image reads MODEL and DATASET and writes its metrics, a JSON object of numbers, to its termination message.
 */
export const aiEval = defineStepType({
  name: 'ai-eval',
  declaration: {
    summary: 'Evaluates a model on a data set, with graphics cards.',
    schema: z.object({
      ...podProperties,
      model: z.string().trim().min(1),
      dataset: field(z.string().trim().min(1), { aliases: ['data'] }),
      gpu: field(z.number().int().min(0).max(64).default(1), { fix: 'Give a number of graphics cards, 0 for none.' }),
      minimum: field(z.record(z.string(), z.number()).default({}), {
        aliases: ['thresholds'],
        fix: 'Give the least value of each metric that matters, such as {"accuracy": 0.9}.',
      }),
      onUnschedulable: onUnschedulable('reject'),
    }),
    components: 'optional',
    outputs: ['metrics'],
  },
  wording: {
    type: word(['Model evaluation', '模型评测'], ['Evaluates a model.', '使用显卡在数据集上评测模型。']),
    properties: {
      ...podWording,
      model: word(['Model', '模型'], ['The model, as the image knows it.', '镜像所识别的模型。'], {
        example: 'candidate-7',
      }),
      dataset: word(['Data set', '数据集'], ['The data, as the image knows it.', '镜像所识别的数据集。'], {
        example: 'reading-v2',
      }),
      gpu: word(['Cards', '显卡数量'], ['How many graphics cards it gets.', '使用的显卡数量。']),
      minimum: word(['Minimum', '最低指标'], ['The least value of each metric that matters.', '各项指标的最低值。'], {
        example: { accuracy: 0.9 },
      }),
    },
  },
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

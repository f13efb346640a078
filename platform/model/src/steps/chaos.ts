import * as z from 'zod';
import { duration, durationMs, field, isPositiveQuantity, normaliseQuantity, quantityValue } from '../field/index.ts';
import { word } from '../form/index.ts';
import { fieldMessages, stepMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';
import { declareStepType } from './declared-step-type.ts';

const LONGEST_MS = 3_600_000;
const MOST_CORES = 64;

const quantity = (usual: string) =>
  z
    .string()
    .overwrite(normaliseQuantity)
    .refine(isPositiveQuantity, rejection(stepMessages.chaosQuantity, { code: 'INVALID_VALUE' }))
    .default(usual);

export const chaosStep = declareStepType({
  name: 'chaos',
  declaration: {
    summary: 'Disturbs components on purpose: ends pods, or uses CPU or memory beside them for a time.',
    schema: z.object({
      action: field(z.enum(['pod-kill', 'cpu', 'memory']).default('pod-kill'), {
        aliases: ['experiment', 'fault'],
        valueAliases: { podkill: 'pod-kill', kill: 'pod-kill' },
        fix: stepMessages.chaosActions,
      }),
      count: field(z.number().int().min(1).max(1000).optional(), {
        fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 1000 }),
      }),
      percent: field(z.number().int().min(1).max(100).optional(), {
        fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 100 }),
      }),
      mode: field(z.enum(['evict', 'delete']).default('evict'), { fix: stepMessages.chaosModes }),
      duration: field(
        duration()
          .default('1m')
          .refine(
            (text) => durationMs(text) <= LONGEST_MS,
            rejection(stepMessages.chaosTooLong, { code: 'INVALID_DURATION' }),
          ),
        { fix: stepMessages.chaosDurationFix },
      ),
      cpu: field(
        quantity('1').refine(
          (text) => quantityValue(text) <= MOST_CORES,
          rejection(stepMessages.chaosTooManyCores, { code: 'INVALID_VALUE' }),
        ),
        { fix: stepMessages.chaosQuantityFix },
      ),
      memory: field(quantity('256Mi'), { fix: stepMessages.chaosQuantityFix }),
      image: z.string().trim().min(1).default('busybox:1.37'),
    }),
    components: 'required',
    outputs: ['killed', 'node'],
    check: ({ action, count, percent }, { components, report }) => {
      if (action !== 'pod-kill') {
        const code = 'INVALID_VALUE';
        if (components.length > 1) {
          const fix = stepMessages.chaosOneComponentFix;
          report({ path: ['action'], code, message: stepMessages.chaosOneComponent, fix });
        }
        for (const [name, value] of Object.entries({ count, percent })) {
          if (value === undefined) continue;
          const fix = stepMessages.chaosPodsOnlyFix({ field: name });
          report({ path: [name], code, message: stepMessages.chaosPodsOnly({ field: name }), fix });
        }
        return;
      }
      if (count === undefined || percent === undefined) return;
      const fix = fieldMessages.removeOneOfTwo;
      report({ path: ['percent'], code: 'INVALID_VALUE', message: stepMessages.chaosCountAndPercent, fix });
    },
  },
  wording: {
    type: word(['Chaos experiment', '混沌实验'], ['Disturbs components on purpose.', '有意干扰组件，检验其恢复能力。']),
    properties: {
      action: word(['Action', '动作'], ['What is done to the components.', '对组件做什么。'], {
        options: {
          'pod-kill': ['End pods', '终止 Pod'],
          cpu: ['Use CPU beside them', '在其旁占用 CPU'],
          memory: ['Use memory beside them', '在其旁占用内存'],
        },
      }),
      count: word(
        ['Pods', 'Pod 数量'],
        ['How many pods of each component; 1 when left out.', '每个组件的 Pod 数量；不填则为 1。'],
      ),
      percent: word(
        ['Percent', '百分比'],
        ['How many of the pods, in place of a number.', '按百分比计的 Pod 数量，代替数量。'],
        {
          example: 50,
        },
      ),
      mode: word(['Mode', '方式'], ['How pods are ended.', '如何终止 Pod。'], {
        options: {
          evict: ['Evict, within disruption budgets', '驱逐，遵守干扰预算'],
          delete: ['Delete at once', '直接删除'],
        },
      }),
      duration: word(
        ['Duration', '时长'],
        ['How long CPU or memory is used, at most an hour.', '占用 CPU 或内存的时长，至多一小时。'],
      ),
      cpu: word(['CPU', 'CPU'], ['How much CPU is used.', '占用的 CPU 数量。'], { example: '500m' }),
      memory: word(['Memory', '内存'], ['How much memory is used.', '占用的内存数量。'], { example: '512Mi' }),
      image: word(
        ['Image', '镜像'],
        ['An image with a shell, for CPU and memory.', '带有 shell 的镜像，用于 CPU 和内存。'],
        { group: 'advanced' },
      ),
    },
  },
});

import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { stepMessages } from '../messages/index.ts';
import { declareStepType } from './declared-step-type.ts';
import { onUnschedulable, podProperties } from './pod-properties.ts';
import { podWording } from './pod-wording.ts';

export const aiEvalStep = declareStepType({
  name: 'ai-eval',
  declaration: {
    summary: 'Evaluates a model on a data set, with graphics cards.',
    schema: z.object({
      ...podProperties,
      model: z.string().trim().min(1),
      dataset: field(z.string().trim().min(1), { aliases: ['data'] }),
      gpu: field(z.number().int().min(0).max(64).default(1), { fix: stepMessages.cardCount }),
      minimum: field(z.record(z.string(), z.number()).default({}), {
        aliases: ['thresholds'],
        fix: stepMessages.minimumValues,
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
});

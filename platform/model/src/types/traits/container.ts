import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { field, isQuantity, normaliseQuantity } from '../../field/index.ts';
import { containerMessages, dataMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import { reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';

const GPU = /^([1-9]\d*|[1-9]\d*(\.\d+)?(Ki|Mi|Gi|Ti|M|G|T))$/;

function amount(accepts: (text: string) => boolean, fix: Message) {
  const text = z
    .string()
    .overwrite(normaliseQuantity)
    .refine(accepts, {
      ...rejection((input) => containerMessages.amountInvalid({ value: String(input) }), {
        code: 'INVALID_TRAIT_CONFIG',
        fix,
      }),
    });
  return field(text.optional(), { fix });
}

/** How much of a machine the container gets; requests and limits are the same. */
export const resources = defineTrait({
  summary: 'CPU, memory and GPU of the container.',
  scope: 'container',
  schema: z.object({
    cpu: amount(isQuantity, containerMessages.cpuFormat),
    memory: amount(isQuantity, containerMessages.memoryFormat),
    gpu: amount((text) => GPU.test(text), containerMessages.gpuFormat),
  }),
  check: (data, context) => {
    if (data.memory === undefined || !/m$/.test(data.memory)) return;
    context.report({
      path: ['memory'],
      code: 'SUSPICIOUS_QUANTITY',
      message: containerMessages.memoryMilli({ value: data.memory }),
      fix: dataMessages.write({ value: data.memory.replace(/m$/, 'Mi') }),
      severity: 'warning',
    });
  },
});

/** When the node fetches the image, and what it shows the registry. */
export const imagePull = defineTrait({
  summary: 'When the image is pulled, and the secrets that give access to its registry.',
  scope: 'container',
  schema: z.object({
    policy: field(z.enum(['Always', 'IfNotPresent', 'Never']).optional(), {
      code: 'INVALID_PULL_POLICY',
      fix: containerMessages.pullPolicies,
    }),
    secrets: field(z.array(reference()).max(20).optional(), { aliases: ['imagePullSecrets'] }),
  }),
});

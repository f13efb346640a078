import * as z from 'zod';
import { field } from '../field.ts';
import { isQuantity, normaliseQuantity } from '../quantity.ts';
import { defineTrait } from '../trait.ts';

const GPU = /^([1-9]\d*|[1-9]\d*(\.\d+)?(Ki|Mi|Gi|Ti|M|G|T))$/;

function amount(accepts: (text: string) => boolean, fix: string) {
  const text = z
    .string()
    .overwrite(normaliseQuantity)
    .refine(accepts, {
      error: (issue) => `"${String(issue.input)}" is not an amount this resource can have.`,
      params: { code: 'INVALID_TRAIT_CONFIG', fix },
    });
  return field(text.optional(), { fix });
}

/** How much of a machine the container gets; requests and limits are the same. */
export const resources = defineTrait({
  summary: 'CPU, memory and GPU of the container.',
  scope: 'container',
  schema: z.object({
    cpu: amount(isQuantity, 'Give cores or thousandths of one: "0.5", "500m", "2".'),
    memory: amount(isQuantity, 'Give bytes with a unit: "128Mi", "1Gi", "2G".'),
    gpu: amount((text) => GPU.test(text), 'Give a number of cards ("1") or an amount of card memory ("8Gi").'),
  }),
  check: (data, context) => {
    if (data.memory === undefined || !/m$/.test(data.memory)) return;
    context.report({
      path: ['memory'],
      code: 'SUSPICIOUS_QUANTITY',
      message: `Memory "${data.memory}" means thousandths of a byte.`,
      fix: `Write "${data.memory.replace(/m$/, 'Mi')}".`,
      severity: 'warning',
    });
  },
});

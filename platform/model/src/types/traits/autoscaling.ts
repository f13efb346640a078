import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { countPresent, field, isPositiveQuantity, normaliseQuantity } from '../../field/index.ts';
import { containerMessages, fieldMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import { defineTrait } from '../trait.ts';

const TARGET_FIX = containerMessages.metricTarget;

function whole(minimum: number, maximum: number) {
  return field(z.number().int().min(minimum).max(maximum), {
    code: 'INVALID_AUTOSCALING',
    fix: fieldMessages.wholeNumberFromTo({ least: minimum, most: maximum }),
  });
}

const TARGETS = ['utilization', 'averageValue'];

const target = field(
  z
    .object({
      /** Percent of what the container requests. */
      utilization: field(whole(1, 100_000).optional(), { aliases: ['averageUtilization', 'utilisation'] }),
      averageValue: z
        .string()
        .overwrite(normaliseQuantity)
        .refine(isPositiveQuantity, {
          ...rejection((input) => containerMessages.metricAmount({ value: String(input) }), {
            code: 'INVALID_AUTOSCALING',
            fix: TARGET_FIX,
          }),
        })
        .optional(),
    })
    .refine((value) => countPresent(value, TARGETS) === 1, {
      ...rejection(containerMessages.metricTwoTargets, { code: 'INVALID_AUTOSCALING', fix: TARGET_FIX }),
      when: ({ value }) => isRecord(value),
    })
    .optional(),
  { code: 'INVALID_AUTOSCALING', fix: TARGET_FIX, prepare: toTarget, exactlyOne: TARGETS },
);

/** A number that was accepted as one of copies. */
function isWhole(value: unknown): boolean {
  return whole(1, 10_000).safeParse(value).success;
}

/** `80`, `"80%"` and `"500m"` are complete. */
function toTarget(value: unknown): unknown {
  if (typeof value === 'number') return { utilization: value };
  if (typeof value !== 'string') return value;
  const percent = /^\s*(\d+)\s*%?\s*$/.exec(value)?.[1];
  return percent === undefined ? { averageValue: value } : { utilization: Number(percent) };
}

const direction = z
  .object({
    stabilizationWindowSeconds: whole(0, 3600).optional(),
    selectPolicy: field(z.enum(['Max', 'Min', 'Disabled']).optional(), { code: 'INVALID_AUTOSCALING' }),
    policies: z
      .array(
        z.object({
          type: field(z.enum(['Pods', 'Percent']), { code: 'INVALID_AUTOSCALING' }),
          value: whole(1, 100_000),
          periodSeconds: whole(1, 1800).default(60),
        }),
      )
      .max(10)
      .optional(),
  })
  .optional();

const settings = z
  .object({
    min: field(whole(1, 10_000).default(1), { aliases: ['minReplicas'], code: 'INVALID_AUTOSCALING' }),
    max: field(whole(1, 10_000), { aliases: ['maxReplicas'], code: 'INVALID_AUTOSCALING' }),
    cpu: target,
    memory: target,
    behavior: field(z.object({ scaleUp: direction, scaleDown: direction }).optional(), { aliases: ['behaviour'] }),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['max'],
    ...rejection(containerMessages.maxBelowMin, { code: 'INVALID_AUTOSCALING', fix: containerMessages.maxBelowMinFix }),
    when: ({ value }) => isRecord(value) && isWhole(value.min) && isWhole(value.max),
  });

/** How many copies run, by how busy they are. */
export const autoscaling = defineTrait({
  summary: 'More copies when they are busy, fewer when they are idle.',
  schema: settings,
  complete: (data) => ((data.cpu ?? data.memory) === undefined ? { ...data, cpu: { utilization: 80 } } : data),
  fits: ({ scales }) => scales === true,
  check: (data, context) => {
    const { type, scales } = context.component;
    if (!scales) {
      const message = containerMessages.cannotScale({ type });
      context.report({ path: [], code: 'NOT_SCALABLE', message, fix: containerMessages.removeTrait });
    }
    for (const resource of ['cpu', 'memory'] as const) checkRequest(data[resource]?.utilization, resource, context);
  },
});

/** A percentage of nothing cannot be measured: without a request the autoscaler does nothing but complain. */
function checkRequest(utilization: number | undefined, resource: string, context: CheckContext): void {
  if (utilization === undefined) return;
  const resources = context.trait('resources');
  if (isRecord(resources) && resources[resource] !== undefined) return;
  context.report({
    path: [resource],
    code: 'AUTOSCALING_WITHOUT_REQUEST',
    message: containerMessages.utilizationUnknown({ utilization, resource }),
    fix: containerMessages.utilizationUnknownFix({ resource }),
    severity: 'warning',
  });
}

import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { field, isLabelValue, isQualifiedName, labelSelector } from '../../field/index.ts';
import { componentMessages, schedulingMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import { profileName } from '../profile.ts';
import { reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';

const CODE = 'INVALID_SCHEDULING';
const MANY = 100;

const weight = field(z.number().int().min(1).max(100).optional(), {
  code: CODE,
  fix: schedulingMessages.weight,
});

const labelKey = z
  .string()
  .trim()
  .min(1)
  .refine((key) => key === '' || isQualifiedName(key), {
    ...rejection((input) => schedulingMessages.keyInvalid({ key: String(input) }), {
      code: CODE,
      fix: schedulingMessages.keyFormat,
    }),
  });

/** `node`, `zone`, `region`, or the key of a node label. */
const topology = (standard: string) => labelKey.default(standard);

const nodeRule = z
  .object({
    key: labelKey,
    operator: field(z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']).default('In'), { code: CODE }),
    values: z.array(z.string()).max(MANY).default([]),
    weight,
  })
  .refine(hasFittingValues, {
    path: ['values'],
    ...rejection(schedulingMessages.operatorValues, {
      code: CODE,
      fix: schedulingMessages.operatorValuesFix,
    }),
    when: ({ value }) => isRecord(value) && Array.isArray(value.values),
  });

const peerRule = z.object({
  /** A component of this application. @default the component itself, unless labels are given */
  component: z.string().trim().toLowerCase().optional(),
  /** Any pods of the namespace that have these labels. */
  labels: labelSelector(),
  topology: topology('node'),
  weight,
});

const toleration = z.object({
  key: labelKey.optional(),
  operator: field(z.enum(['Equal', 'Exists']).optional(), { code: CODE }),
  value: z
    .string()
    .refine(isLabelValue, {
      ...rejection((input) => schedulingMessages.taintInvalid({ value: String(input) }), {
        code: CODE,
        fix: schedulingMessages.taintFormat,
      }),
    })
    .optional(),
  effect: field(z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(), { code: CODE }),
  tolerationSeconds: z.number().int().min(0).optional(),
});

const spread = z.object({
  topology: topology('zone'),
  maxSkew: field(z.number().int().min(1).max(10_000).default(1), { code: CODE }),
  whenUnsatisfiable: field(z.enum(['DoNotSchedule', 'ScheduleAnyway']).default('ScheduleAnyway'), { code: CODE }),
});

const fields = {
  nodeSelector: labelSelector(),
  nodeAffinity: z.array(nodeRule).max(MANY).optional(),
  affinity: z.array(peerRule).max(MANY).optional(),
  antiAffinity: z.array(peerRule).max(MANY).optional(),
  tolerations: z.array(toleration).max(MANY).optional(),
  spread: field(z.array(spread).max(MANY).optional(), { aliases: ['topologySpread', 'topologySpreadConstraints'] }),
  priorityClass: field(reference().optional(), { aliases: ['priorityClassName'] }),
};

const schema = z.object({ profile: profileName(), ...fields });

type Scheduling = z.output<typeof schema>;

/** On which machines the component's pods run. */
export const scheduling = defineTrait({
  summary: 'On which machines the pods run: node labels, nearness to other components, taints, spreading, priority.',
  schema,
  profile: { kind: 'scheduling', schema: z.object(fields) },
  check: (data, context) => {
    checkPeers(data, context);
    checkTolerations(data, context);
  },
});

function hasFittingValues({ operator, values }: { readonly operator?: string; readonly values: readonly unknown[] }) {
  if (operator === 'Exists' || operator === 'DoesNotExist') return values.length === 0;
  if (operator === 'Gt' || operator === 'Lt') return values.length === 1 && /^-?\d+$/.test(String(values[0]));
  return values.length > 0 && values.every((value) => typeof value !== 'string' || isLabelValue(value));
}

function checkPeers(data: Scheduling, { endpoint, report }: CheckContext): void {
  for (const name of ['affinity', 'antiAffinity'] as const) {
    for (const [index, { component }] of (data[name] ?? []).entries()) {
      if (component === undefined || endpoint(component)?.component === component) continue;
      report({
        path: [name, index, 'component'],
        code: 'COMPONENT_NOT_FOUND',
        message: componentMessages.notFound({ name: component }),
        fix: schedulingMessages.componentOrLabels,
      });
    }
  }
}

function checkTolerations({ tolerations = [] }: Scheduling, { report }: CheckContext): void {
  for (const [index, { key, operator, value, effect, tolerationSeconds }] of tolerations.entries()) {
    const wrong = (name: string, message: Message, fix: Message) =>
      report({ path: ['tolerations', index, name], code: CODE, message, fix });
    if (operator === 'Exists' && value)
      wrong('value', schedulingMessages.existsWithValue, schedulingMessages.existsWithValueFix);
    if (key === undefined && value !== undefined)
      wrong('key', schedulingMessages.valueWithoutKey, schedulingMessages.valueWithoutKeyFix);
    if (key === undefined && operator === 'Equal')
      wrong('key', schedulingMessages.equalWithoutKey, schedulingMessages.equalWithoutKeyFix);
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      wrong('tolerationSeconds', schedulingMessages.onlyNoExecute, schedulingMessages.onlyNoExecuteFix);
    }
  }
}

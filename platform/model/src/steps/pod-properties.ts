import * as z from 'zod';
import { duration, field } from '../field/index.ts';
import { stepMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';
import { containerProperties, resources } from '../types/index.ts';

const target = z
  .string()
  .trim()
  .refine((text) => ['application', 'internet'].includes(text) || isRange(text), {
    ...rejection((input) => stepMessages.egressTargetUnknown({ target: String(input) }), { code: 'INVALID_VALUE' }),
  });

const egress = z
  .array(
    z.object({
      to: field(target, { fix: stepMessages.egressTargets }),
      ports: z.array(z.number().int().min(1).max(65_535)).max(100).optional(),
    }),
  )
  .max(100)
  .optional();

function isRange(text: string): boolean {
  return z.union([z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}

/** `application` is short for `{to: application}`. */
function expandTargets(value: unknown): unknown {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return value === undefined ? value : entries.map((entry) => (typeof entry === 'string' ? { to: entry } : entry));
}

/** What every step takes that runs a container of the user's. */
export const podProperties = {
  image: z.string().trim().min(1),
  args: containerProperties.args,
  env: containerProperties.env,
  resources: resources.schema.optional(),
  runAsUser: field(z.number().int().min(1).optional(), {
    fix: stepMessages.userNotRoot,
  }),
  egress: field(egress, { aliases: ['network', 'allow'], prepare: expandTargets, fix: stepMessages.egressTargets }),
  waitFor: duration().default('10m'),
};

/** `onUnschedulable`, with what it is when left out. */
export function onUnschedulable(usual: 'wait' | 'reject') {
  return field(z.enum(['wait', 'reject']).default(usual), {
    aliases: ['unschedulable'],
    fix: stepMessages.unschedulableChoices,
  });
}

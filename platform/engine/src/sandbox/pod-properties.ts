import { builtinRegistry, containerProperties, duration, field } from '@kubemin/model';
import * as z from 'zod';

const TO_FIX = 'Use "application", "internet" or a range of addresses such as "10.20.0.0/16".';

const target = z
  .string()
  .trim()
  .refine((text) => ['application', 'internet'].includes(text) || isRange(text), {
    error: (issue) => `"${String(issue.input)}" is nowhere a step can be let out to.`,
    params: { code: 'INVALID_VALUE', fix: TO_FIX },
  });

const egress = z
  .array(
    z.object({
      to: field(target, { fix: TO_FIX }),
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
  resources: builtinRegistry.traits.resources.schema.optional(),
  runAsUser: field(z.number().int().min(1).optional(), {
    fix: 'Give the number of a user that is not root (1 or more).',
  }),
  egress: field(egress, { aliases: ['network', 'allow'], prepare: expandTargets, fix: TO_FIX }),
  waitFor: duration().default('10m'),
};

/** `onUnschedulable`, with what it is when left out. */
export function onUnschedulable(usual: 'wait' | 'reject') {
  return field(z.enum(['wait', 'reject']).default(usual), {
    aliases: ['unschedulable'],
    fix: 'Use "wait" (until there is capacity, at most for waitFor) or "reject" (at once).',
  });
}

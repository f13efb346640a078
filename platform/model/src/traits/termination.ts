import * as z from 'zod';
import { countPresent } from '../exactly-one.ts';
import { field } from '../field.ts';
import { isPlainObject } from '../plain-object.ts';
import { ignoredField } from '../problem-list.ts';
import { defineTrait } from '../trait.ts';

const DEFAULT_GRACE_SECONDS = 30;

function seconds(least: number) {
  return field(z.number().int().min(least).max(86_400).optional(), {
    code: 'INVALID_TRAIT_CONFIG',
    fix: `Give a whole number of seconds from ${least} to 86400.`,
  });
}

const preStop = z
  .object({ command: z.array(z.string()).min(1).optional(), sleepSeconds: seconds(1) })
  .refine((value) => countPresent(value, ['command', 'sleepSeconds']) === 1, {
    message: 'Before a container is stopped, one thing can be done.',
    params: { code: 'INVALID_TRAIT_CONFIG', fix: 'Give exactly one of command and sleepSeconds.' },
    when: ({ value }) => isPlainObject(value),
  });

/** How containers are brought to their end. */
export const termination = defineTrait({
  summary: 'How long a pod may take to stop, and what its container does first.',
  scope: 'container',
  schema: z.object({
    gracePeriodSeconds: field(seconds(0), { aliases: ['terminationGracePeriodSeconds'] }),
    preStop: preStop.optional(),
  }),
  check: ({ gracePeriodSeconds: grace, preStop: before }, { container, component, report }) => {
    if (grace !== undefined && container !== component.name) {
      report(ignoredField(['gracePeriodSeconds'], 'all containers of a pod are given the same time'));
    }
    if ((before?.sleepSeconds ?? 0) < (grace ?? DEFAULT_GRACE_SECONDS)) return;
    report({
      path: ['preStop', 'sleepSeconds'],
      code: 'SUSPICIOUS_GRACE_PERIOD',
      message: 'The container is killed before it has slept that long, and never asked to stop.',
      fix: 'Sleep less, or give a longer gracePeriodSeconds.',
      severity: 'warning',
    });
  },
});

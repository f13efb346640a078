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

const REFUSED = {
  code: 'INVALID_TRAIT_CONFIG',
  message: 'The container would sleep longer than its pod is given to stop, which Kubernetes refuses.',
};
const KILLED = {
  code: 'SUSPICIOUS_GRACE_PERIOD',
  message: 'The container is killed when it has slept that long, and never asked to stop.',
  severity: 'warning',
} as const;

/** How long the pod is given, by the component's own trait. */
function gracePeriod(termination: unknown): number {
  const given = isPlainObject(termination) ? termination.gracePeriodSeconds : undefined;
  return typeof given === 'number' ? given : DEFAULT_GRACE_SECONDS;
}

const PRE_STOP_WAYS = ['command', 'sleepSeconds'];

const preStop = z
  .object({ command: z.array(z.string()).min(1).optional(), sleepSeconds: seconds(1) })
  .refine((value) => countPresent(value, PRE_STOP_WAYS) === 1, {
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
    preStop: field(preStop.optional(), { exactlyOne: PRE_STOP_WAYS }),
  }),
  check: ({ gracePeriodSeconds, preStop: before }, context) => {
    const { container, component, report } = context;
    if (gracePeriodSeconds !== undefined && container !== component.name) {
      report(ignoredField(['gracePeriodSeconds'], 'all containers of a pod are given the same time'));
    }
    const sleep = before?.sleepSeconds ?? 0;
    const grace = gracePeriod(context.trait('termination'));
    if (sleep < grace) return;
    report({
      path: ['preStop', 'sleepSeconds'],
      ...(sleep > grace ? REFUSED : KILLED),
      fix: `Sleep less than the ${grace} seconds the pod is given, or give the component a longer gracePeriodSeconds.`,
    });
  },
});

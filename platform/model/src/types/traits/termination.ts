import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { countPresent, field } from '../../field/index.ts';
import { containerMessages, fieldMessages } from '../../messages/index.ts';
import { ignoredField, rejection } from '../../problem/index.ts';
import { defineTrait } from '../trait.ts';

const DEFAULT_GRACE_SECONDS = 30;

function seconds(least: number) {
  return field(z.number().int().min(least).max(86_400).optional(), {
    code: 'INVALID_TRAIT_CONFIG',
    fix: fieldMessages.secondsFromTo({ least }),
  });
}

const REFUSED = {
  code: 'INVALID_TRAIT_CONFIG',
  message: containerMessages.sleepRefused,
};
const KILLED = {
  code: 'SUSPICIOUS_GRACE_PERIOD',
  message: containerMessages.sleepTooLong,
  severity: 'warning',
} as const;

/** How long the pod is given, by the component's own trait. */
function gracePeriod(termination: unknown): number {
  const given = isRecord(termination) ? termination.gracePeriodSeconds : undefined;
  return typeof given === 'number' ? given : DEFAULT_GRACE_SECONDS;
}

const PRE_STOP_WAYS = ['command', 'sleepSeconds'];

const preStop = z
  .object({ command: z.array(z.string()).min(1).optional(), sleepSeconds: seconds(1) })
  .refine((value) => countPresent(value, PRE_STOP_WAYS) === 1, {
    ...rejection(containerMessages.onePreStop, { code: 'INVALID_TRAIT_CONFIG', fix: containerMessages.onePreStopFix }),
    when: ({ value }) => isRecord(value),
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
      report(ignoredField(['gracePeriodSeconds'], containerMessages.sameGrace));
    }
    const sleep = before?.sleepSeconds ?? 0;
    const grace = gracePeriod(context.trait('termination'));
    if (sleep < grace) return;
    report({
      path: ['preStop', 'sleepSeconds'],
      ...(sleep > grace ? REFUSED : KILLED),
      fix: containerMessages.sleepFix({ seconds: grace }),
    });
  },
});

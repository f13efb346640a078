import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { countPresent, field, repetitions } from '../../field/index.ts';
import { containerMessages, fieldMessages } from '../../messages/index.ts';
import { rejectedIssue, rejection } from '../../problem/index.ts';
import { defineTrait } from '../trait.ts';

const PROBE_TYPES = ['liveness', 'readiness', 'startup'] as const;
const HANDLERS = ['exec', 'httpGet', 'tcpSocket'];

// A port of 0 is how some clients write "not given", hence its code.
const probePort = field(
  z
    .number()
    .int()
    .max(65_535)
    .refine((value) => value > 0, {
      ...rejection(containerMessages.probePort, { code: 'MISSING_REQUIRED_FIELD' }),
    }),
  { code: 'INVALID_PORT', fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 65535 }) },
);

function count(minimum: number) {
  return field(z.number().int().min(minimum).max(2_147_483_647).optional(), {
    code: 'INVALID_PROBE_CONFIG',
    fix: fieldMessages.wholeNumberAtLeast({ least: minimum }),
  });
}

const probe = z
  .object({
    type: field(z.enum(PROBE_TYPES), { code: 'INVALID_PROBE_TYPE' }),
    initialDelaySeconds: count(0),
    periodSeconds: count(0),
    timeoutSeconds: count(0),
    failureThreshold: count(0),
    successThreshold: count(0),
    exec: z.object({ command: z.array(z.string()).default([]) }).optional(),
    httpGet: z
      .object({
        path: z.string().default('/'),
        port: probePort,
        host: z.string().optional(),
        scheme: field(z.enum(['HTTP', 'HTTPS']).optional(), { code: 'INVALID_PROBE_CONFIG' }),
      })
      .optional(),
    tcpSocket: z.object({ port: probePort, host: z.string().optional() }).optional(),
  })
  .refine((value) => countPresent(value, HANDLERS) === 1 && value.exec?.command?.length !== 0, {
    ...rejection(containerMessages.probeKind, {
      code: 'INVALID_PROBE_CONFIG',
      fix: containerMessages.probeKindFix,
    }),
    when: ({ value }) => isRecord(value),
  })
  .refine((value) => value.type === 'readiness' || (value.successThreshold ?? 1) <= 1, {
    path: ['successThreshold'],
    ...rejection(containerMessages.successThreshold, {
      code: 'INVALID_PROBE_CONFIG',
      fix: containerMessages.successThresholdFix,
    }),
    when: ({ value }) => isRecord(value) && isProbeType(value.type) && typeof value.successThreshold === 'number',
  });

/** How Kubernetes finds out whether the container is alive, ready and started. */
export const probes = defineTrait({
  summary: 'Liveness, readiness and startup checks; at most one of each.',
  scope: 'container',
  schema: z
    .array(field(probe, { exactlyOne: HANDLERS }))
    .superRefine(reportRepeatedTypes, { when: ({ value }) => Array.isArray(value) }),
});

function isProbeType(value: unknown): boolean {
  return PROBE_TYPES.some((type) => type === value);
}

/** Also for a list that has faulty entries, which may be anything. */
function reportRepeatedTypes(list: readonly unknown[], context: z.core.$RefinementCtx): void {
  const probeType = (entry: unknown): string | undefined =>
    isRecord(entry) && typeof entry.type === 'string' && isProbeType(entry.type) ? entry.type : undefined;
  for (const { index, key } of repetitions(list, probeType)) {
    context.addIssue(
      rejectedIssue(containerMessages.probeTwice({ type: key }), {
        code: 'DUPLICATE_PROBE',
        fix: containerMessages.probeTwiceFix,
        path: [index, 'type'],
      }),
    );
  }
}

import * as z from 'zod';
import { countPresent, repetitions } from '../exactly-one.ts';
import { field } from '../field.ts';
import { isPlainObject } from '../plain-object.ts';
import { defineTrait } from '../trait.ts';

const PROBE_TYPES = ['liveness', 'readiness', 'startup'] as const;
const HANDLERS = ['exec', 'httpGet', 'tcpSocket'];

// A port of 0 is how some clients say "not given", hence its code.
const probePort = field(
  z
    .number()
    .int()
    .max(65_535)
    .refine((value) => value > 0, {
      message: 'The probe needs a port.',
      params: { code: 'MISSING_REQUIRED_FIELD' },
    }),
  { code: 'INVALID_PORT', fix: 'Give a whole number from 1 to 65535.' },
);

function count(minimum: number) {
  return field(z.number().int().min(minimum).max(2_147_483_647).optional(), {
    code: 'INVALID_PROBE_CONFIG',
    fix: `Give a whole number of ${minimum} or more, or leave it out.`,
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
    message: 'A probe needs exactly one way to ask.',
    params: {
      code: 'INVALID_PROBE_CONFIG',
      fix: 'Give exactly one of exec (with a command), httpGet and tcpSocket.',
    },
    when: ({ value }) => isPlainObject(value),
  })
  .refine((value) => value.type === 'readiness' || (value.successThreshold ?? 1) <= 1, {
    path: ['successThreshold'],
    message: 'Kubernetes allows only 1 here for liveness and startup probes.',
    params: { code: 'INVALID_PROBE_CONFIG', fix: 'Remove it, or make the probe a readiness probe.' },
    when: ({ value }) => isPlainObject(value) && isProbeType(value.type) && typeof value.successThreshold === 'number',
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
  const typeOf = (entry: unknown): string | undefined =>
    isPlainObject(entry) && typeof entry.type === 'string' && isProbeType(entry.type) ? entry.type : undefined;
  for (const { index, key } of repetitions(list, typeOf)) {
    context.addIssue({
      code: 'custom',
      path: [index, 'type'],
      message: `There is more than one ${key} probe.`,
      params: { code: 'DUPLICATE_PROBE', fix: 'Keep one probe of each type.' },
    });
  }
}

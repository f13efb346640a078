import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { fieldMessages, networkMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import { repetitions } from './exactly-one.ts';
import { field } from './field.ts';

/** A TCP port number. */
export function port(hints: { readonly code?: string } = {}) {
  return field(z.number().int().min(1).max(65_535), {
    code: hints.code ?? 'INVALID_PORT',
    fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 65535 }),
  });
}

/** The ports of those `ports` that others may use. */
export function exposedPorts(list: readonly { readonly port: number; readonly expose: boolean }[]): readonly number[] {
  return list.filter(({ expose }) => expose).map((entry) => entry.port);
}

/** Container ports; those with `expose` (the default) are also listed in the component's Service. */
export function ports() {
  return z
    .array(
      field(z.object({ port: port(), expose: z.boolean().default(true) }), {
        fix: networkMessages.portFormat,
        prepare: (value) => (typeof value === 'number' || typeof value === 'string' ? { port: value } : value),
      }),
    )
    .max(250)
    .superRefine(reportRepeatedPorts, { when: ({ value }) => Array.isArray(value) })
    .default([]);
}

/** Also for a list that has faulty entries, which may be anything. */
function reportRepeatedPorts(list: readonly unknown[], context: z.core.$RefinementCtx): void {
  const entryPort = (entry: unknown): string | undefined =>
    isRecord(entry) && typeof entry.port === 'number' ? String(entry.port) : undefined;
  for (const { index, key } of repetitions(list, entryPort)) {
    context.addIssue(
      rejectedIssue(networkMessages.portTwice({ port: key }), {
        code: 'INVALID_PORT',
        fix: fieldMessages.removeOneOfTwo,
        path: [index, 'port'],
      }),
    );
  }
}

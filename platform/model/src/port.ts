import * as z from 'zod';
import { field } from './field.ts';

/** A TCP port number. */
export function port(hints: { readonly code?: string } = {}) {
  return field(z.number().int().min(1).max(65_535), {
    code: hints.code ?? 'INVALID_PORT',
    fix: 'Give a whole number from 1 to 65535.',
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
        fix: 'Give an object such as {"port": 8080}, or the number alone.',
        prepare: (value) => (typeof value === 'number' || typeof value === 'string' ? { port: value } : value),
      }),
    )
    .max(250)
    .superRefine((list, context) => {
      const seen = new Set<number>();
      for (const [index, entry] of list.entries()) {
        if (seen.has(entry.port)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'port'],
            message: `Port ${entry.port} is listed twice.`,
            params: { code: 'INVALID_PORT', fix: 'Remove one of the two.' },
          });
        }
        seen.add(entry.port);
      }
    })
    .default([]);
}

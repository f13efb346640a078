import * as z from 'zod';
import { field } from '../field.ts';
import { isPlainObject } from '../plain-object.ts';
import { ignoredField } from '../problem-list.ts';
import { defineTrait } from '../trait.ts';

const id = field(z.number().int().min(0).max(2_147_483_647), {
  code: 'INVALID_TRAIT_CONFIG',
  fix: 'Give the number of a user or group.',
});
const capabilities = z.array(z.string().trim().toUpperCase()).max(100).optional();

/** What only a pod as a whole can have. */
const podOnly = {
  fsGroup: id.optional(),
  fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']).optional(),
  supplementalGroups: z.array(id).max(100).optional(),
};

/** Who the containers run as and what they may do to the machine. */
export const securityContext = defineTrait({
  summary: 'The user containers run as, and what they may do to the machine.',
  scope: 'container',
  schema: z
    .object({
      runAsUser: id.optional(),
      runAsGroup: id.optional(),
      runAsNonRoot: z.boolean().optional(),
      seccompProfile: z.enum(['RuntimeDefault', 'Unconfined']).optional(),
      ...podOnly,
      readOnlyRootFilesystem: field(z.boolean().optional(), { aliases: ['readOnlyRootFs'] }),
      allowPrivilegeEscalation: z.boolean().optional(),
      privileged: z.boolean().optional(),
      capabilities: z.object({ add: capabilities, drop: capabilities }).optional(),
    })
    .refine((value) => !(value.runAsNonRoot === true && value.runAsUser === 0), {
      path: ['runAsUser'],
      message: 'User 0 is root, which runAsNonRoot forbids; the container could not start.',
      params: { code: 'INVALID_TRAIT_CONFIG', fix: 'Give another user, or remove runAsNonRoot.' },
      when: ({ value }) => isPlainObject(value),
    })
    .refine((value) => !(value.privileged === true && value.allowPrivilegeEscalation === false), {
      path: ['allowPrivilegeEscalation'],
      message: 'A privileged container can always gain privileges; Kubernetes refuses the combination.',
      params: { code: 'INVALID_TRAIT_CONFIG', fix: 'Remove one of the two.' },
      when: ({ value }) => isPlainObject(value),
    }),
  check: (data, { container, component, report }) => {
    if (data.privileged === true) {
      report({
        path: ['privileged'],
        code: 'PRIVILEGED_CONTAINER',
        message: 'A privileged container has the whole machine at its disposal.',
        fix: 'Add the capabilities it needs instead.',
        severity: 'warning',
      });
    }
    if (container === component.name) return;
    for (const name of ['fsGroup', 'fsGroupChangePolicy', 'supplementalGroups'] as const) {
      if (data[name] !== undefined) report(ignoredField([name], 'only a pod as a whole can have it'));
    }
  },
});

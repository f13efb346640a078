import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { field } from '../../field/index.ts';
import { fieldMessages, securityMessages } from '../../messages/index.ts';
import { ignoredField, rejection } from '../../problem/index.ts';
import { defineTrait } from '../trait.ts';

const id = field(z.number().int().min(0).max(2_147_483_647), {
  code: 'INVALID_TRAIT_CONFIG',
  fix: securityMessages.userNumber,
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
      ...rejection(securityMessages.rootForbidden, {
        code: 'INVALID_TRAIT_CONFIG',
        fix: securityMessages.rootForbiddenFix,
      }),
      when: ({ value }) => isRecord(value),
    })
    .refine((value) => !(value.privileged === true && value.allowPrivilegeEscalation === false), {
      path: ['allowPrivilegeEscalation'],
      ...rejection(securityMessages.privilegedEscalation, {
        code: 'INVALID_TRAIT_CONFIG',
        fix: fieldMessages.removeOneOfTwo,
      }),
      when: ({ value }) => isRecord(value),
    }),
  check: (data, { container, component, report }) => {
    if (data.privileged === true) {
      report({
        path: ['privileged'],
        code: 'PRIVILEGED_CONTAINER',
        message: securityMessages.privileged,
        fix: securityMessages.privilegedFix,
        severity: 'warning',
      });
    }
    if (container === component.name) return;
    for (const name of ['fsGroup', 'fsGroupChangePolicy', 'supplementalGroups'] as const) {
      if (data[name] !== undefined) report(ignoredField([name], securityMessages.podOnly));
    }
  },
});

import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/**
 * `User`: a person. Permission to read an object includes all its fields, so the hash of the password is in a Secret,
 * which has separate permissions.
 */
export const users = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'User',
  scope: 'Namespaced',
  description: 'A person, with roles and teams.',
  spec: z.object({
    displayName: z.string().min(1).optional(),
    email: z
      .string()
      .regex(/^[^@\s]+@[^@\s]+$/)
      .optional(),
    passwordSecret: z
      .object({ name: z.string().min(1) })
      .optional()
      .meta({ description: 'The Secret of the same namespace with the hash of the password, under the key hash.' }),
    roles: z.array(z.string().min(1)).default([]),
    teams: z.array(z.string().min(1)).default([]),
    disabled: z.boolean().default(false),
  }),
  status: z.object({ lastLogin: z.iso.datetime().optional() }),
  columns: [
    { name: 'Title', type: 'string', jsonPath: '.spec.displayName' },
    { name: 'Disabled', type: 'boolean', jsonPath: '.spec.disabled' },
    { name: 'Last login', type: 'date', jsonPath: '.status.lastLogin' },
  ],
});

/** An object of the resource `users`. */
export type User = ObjectOf<typeof users>;

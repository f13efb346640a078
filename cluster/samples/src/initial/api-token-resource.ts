import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** `APIToken`: that a token was given to a user, until when and for what. The token itself is in no field of it. */
export const apiTokens = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'APIToken',
  scope: 'Namespaced',
  description: 'A token that was given to a user: until when, and for what.',
  spec: z.object({
    user: z.string().min(1),
    expiresAt: z.iso.datetime(),
    scopes: z.array(z.string().min(1)).default([]),
  }),
  columns: [
    { name: 'User', type: 'string', jsonPath: '.spec.user' },
    { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt' },
  ],
});

/** An object of the resource `apitokens`. */
export type APIToken = ObjectOf<typeof apiTokens>;

import * as z from 'zod';
import { field } from '../../field/index.ts';
import { containerMessages } from '../../messages/index.ts';
import { reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';

/** When the node fetches the image, and what it shows the registry. */
export const imagePull = defineTrait({
  summary: 'When the image is pulled, and the secrets that give access to its registry.',
  scope: 'container',
  schema: z.object({
    policy: field(z.enum(['Always', 'IfNotPresent', 'Never']).optional(), {
      code: 'INVALID_PULL_POLICY',
      fix: containerMessages.pullPolicies,
    }),
    secrets: field(z.array(reference()).max(20).optional(), { aliases: ['imagePullSecrets'] }),
  }),
});

import * as z from 'zod';
import { field, toDnsLabel } from '../../field/index.ts';
import { containerMessages } from '../../messages/index.ts';
import { defineTrait } from '../trait.ts';

/** Whether applications of one namespace have the component together. */
export const share = defineTrait({
  summary: 'One copy of the component for all applications of the namespace that have it.',
  scope: 'component',
  schema: field(
    z.object({
      strategy: field(z.enum(['default', 'ignore', 'force']).default('default'), {
        code: 'INVALID_SHARE_STRATEGY',
        fix: containerMessages.sharePolicies,
        prepare: (value) => (value === '' ? 'default' : value),
      }),
      /** Its name among the applications that share it. @default made from the component's name and type */
      name: z.string().overwrite(toDnsLabel).optional(),
    }),
    { prepare: (value) => (typeof value === 'string' ? { strategy: value } : value) },
  ),
});

import * as z from 'zod';
import { field } from '../field.ts';
import { defineTrait } from '../trait.ts';

/** What happens when a container ends. */
export const restart = defineTrait({
  summary: 'Whether a container that ended is started again; a choice only for what runs to completion.',
  schema: field(
    z.object({
      policy: field(z.enum(['Always', 'OnFailure', 'Never']), {
        code: 'INVALID_RESTART_POLICY',
        fix: 'Use Always, OnFailure or Never.',
      }),
    }),
    { prepare: (value) => (typeof value === 'string' ? { policy: value } : value) },
  ),
  fits: ({ runs }) => runs === 'to-completion',
  check: ({ policy }, { component, report }) => {
    const ends = component.runs === 'to-completion';
    if (ends !== (policy === 'Always')) return;
    report({
      path: ['policy'],
      code: 'INVALID_RESTART_POLICY',
      message: `A ${component.type} runs ${ends ? 'to completion' : 'for ever'}, so Kubernetes refuses "${policy}".`,
      fix: ends ? 'Use OnFailure or Never.' : 'Use Always, remove the trait, or make the component a job.',
    });
  },
});

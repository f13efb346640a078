import * as z from 'zod';
import { repetitions } from '../exactly-one.ts';
import { reportBelow } from '../problem-list.ts';
import { defineTrait } from '../trait.ts';
import { ingressEntry, ingressProfile } from './ingress-entry.ts';
import { checkIngress } from './ingress-rules.ts';
import { wayInNames } from './way-in-names.ts';

/** Ways in from outside, as Kubernetes Ingresses. */
export const ingress = defineTrait({
  summary: 'Hosts and paths under which the outside reaches services, as Kubernetes Ingresses.',
  schema: z.array(ingressEntry).max(100),
  scope: 'container',
  profile: { kind: 'ingress', schema: ingressProfile },
  exclusiveNames: wayInNames,
  fits: ({ serves }) => serves !== undefined,
  check: (entries, context) => {
    for (const [index, entry] of entries.entries()) {
      checkIngress(entry, { ...context, report: reportBelow(context.report, [index]) });
    }
    for (const { index, key } of repetitions(entries, (entry) => entry.name)) {
      context.report({
        path: [index, 'name'],
        code: 'DUPLICATE_INGRESS',
        message: `Another ingress of this component is already called "${key}".`,
        fix: 'Give it a name of its own, or put all routes into one entry.',
      });
    }
  },
});

import * as z from 'zod';
import { repetitions } from '../exactly-one.ts';
import { reportBelow } from '../problem-list.ts';
import { defineTrait } from '../trait.ts';
import { gatewayEntry, gatewayProfile } from './gateway-entry.ts';
import { checkGateway } from './gateway-rules.ts';
import { wayInNames } from './way-in-names.ts';

/** Ways in from outside, in words that hold for every kind of gateway a cluster may have. */
export const gateway = defineTrait({
  summary: 'Hosts and routes under which the outside reaches services, for whatever gateway the cluster has.',
  schema: z.array(gatewayEntry).max(100),
  profile: { kind: 'gateway', schema: gatewayProfile },
  exclusiveNames: wayInNames,
  fits: ({ serves }) => serves !== undefined,
  check: (entries, context) => {
    for (const [index, entry] of entries.entries()) {
      checkGateway(entry, { ...context, report: reportBelow(context.report, [index]) });
    }
    for (const { index, key } of repetitions(entries, (entry) => entry.name)) {
      context.report({
        path: [index, 'name'],
        code: 'DUPLICATE_INGRESS',
        message: `Another gateway of this component is already called "${key}".`,
        fix: 'Give it a name of its own, or put all routes into one entry.',
      });
    }
  },
});

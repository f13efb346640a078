import * as z from 'zod';
import { annotations, labels } from '../../field/index.ts';
import { defineComponentType } from '../component-type.ts';
import { checkDataSize, dataMap } from '../data-map.ts';

/** Settings that must not be seen: a Secret named like the component. */
export const secret = defineComponentType({
  summary: 'Passwords, keys and certificates others read as variables or files.',
  properties: z.object({ secret: dataMap({ values: 'hidden' }), labels: labels(), annotations: annotations() }),
  image: 'none',
  provides: { kind: 'secret', keys: (properties) => Object.keys(properties.secret) },
  check: (properties, context) => checkDataSize(properties.secret, 'secret', context),
});

import * as z from 'zod';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { UPDATE_STRATEGIES, updatePolicy } from './update-policy.ts';

/** A stateless process without callers: a Deployment without a Service. */
export const worker = defineComponentType({
  summary: 'A background process, such as a queue consumer; nothing connects to it.',
  properties: z.object({ ...containerProperties, update: updatePolicy(UPDATE_STRATEGIES) }),
  image: 'required',
  scales: true,
});

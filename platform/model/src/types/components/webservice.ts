import * as z from 'zod';
import { exposedPorts } from '../../field/index.ts';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { UPDATE_STRATEGIES, updatePolicy } from './update-policy.ts';

/** A stateless service: a Deployment, and a Service when it has ports. */
export const webservice = defineComponentType({
  summary: 'A stateless service that may run in several copies.',
  properties: z.object({ ...containerProperties, update: updatePolicy(UPDATE_STRATEGIES) }),
  image: 'required',
  scales: true,
  serves: ({ ports }) => exposedPorts(ports),
});

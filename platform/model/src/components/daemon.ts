import * as z from 'zod';
import { defineComponentType } from '../component-type.ts';
import { reportReservedLabels } from '../labels.ts';
import { exposedPorts } from '../port.ts';
import { containerProperties } from './container-properties.ts';
import { updatePolicy } from './update-policy.ts';

/** One copy on every machine: a DaemonSet, and a Service when it has ports. */
export const daemon = defineComponentType({
  summary: 'One copy on every machine, such as a log collector; the number of copies is that of the machines.',
  properties: z.object({ ...containerProperties, update: updatePolicy(['rolling', 'recreate']) }),
  image: 'required',
  serves: ({ ports }) => exposedPorts(ports),
  check: (properties, context) => reportReservedLabels(properties.labels, context.report),
});

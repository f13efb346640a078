import * as z from 'zod';
import { exposedPorts } from '../../field/index.ts';
import { propertiesMessages } from '../../messages/index.ts';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { checkEitherShare, reportUnused, updatePolicy } from './update-policy.ts';

/** One copy on every machine: a DaemonSet, and a Service when it has ports. */
export const daemon = defineComponentType({
  summary: 'One copy on every machine, such as a log collector; the number of copies is that of the machines.',
  properties: z.object({ ...containerProperties, update: updatePolicy(['rolling', 'recreate']) }),
  image: 'required',
  serves: ({ ports }) => exposedPorts(ports),
  check: ({ update }, { report }) => {
    const reason = propertiesMessages.daemonUpdate;
    reportUnused(update, ['canaryReplicas', 'approval', 'pauseSeconds', 'graceSeconds'], { reason, report });
    checkEitherShare(update, report);
  },
});

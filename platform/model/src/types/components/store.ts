import * as z from 'zod';
import { exposedPorts } from '../../field/index.ts';
import { propertiesMessages } from '../../messages/index.ts';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { reportUnused, updatePolicy } from './update-policy.ts';

/** A service with data of its own: a StatefulSet, a headless Service, and a Service when it has ports. */
export const store = defineComponentType({
  summary: 'A service that keeps data, such as a database; each copy has a stable name and its own volumes.',
  properties: z.object({ ...containerProperties, update: updatePolicy(['rolling', 'recreate', 'canary']) }),
  image: 'required',
  scales: true,
  claims: 'templates',
  serves: ({ ports }) => exposedPorts(ports),
  check: ({ update }, { report }) =>
    reportUnused(update, ['maxSurge', 'maxUnavailable'], {
      reason: propertiesMessages.storeUpdate,
      report,
    }),
});

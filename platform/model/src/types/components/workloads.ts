import * as z from 'zod';
import { exposedPorts } from '../../field/index.ts';
import { propertiesMessages } from '../../messages/index.ts';
import { defineComponentType } from '../component-type.ts';
import { containerProperties } from './container-properties.ts';
import { checkEitherShare, reportUnused, UPDATE_STRATEGIES, updatePolicy } from './update-policy.ts';

/** A stateless service: a Deployment, and a Service when it has ports. */
export const webservice = defineComponentType({
  summary: 'A stateless service that may run in several copies.',
  properties: z.object({ ...containerProperties, update: updatePolicy(UPDATE_STRATEGIES) }),
  image: 'required',
  scales: true,
  serves: ({ ports }) => exposedPorts(ports),
});

/** A stateless process without callers: a Deployment without a Service. */
export const worker = defineComponentType({
  summary: 'A background process, such as a queue consumer; nothing connects to it.',
  properties: z.object({ ...containerProperties, update: updatePolicy(UPDATE_STRATEGIES) }),
  image: 'required',
  scales: true,
});

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

import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { annotations, field, labels, port } from '../../field/index.ts';
import { fieldMessages, networkMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';

const PORT_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const SERVICE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const RANGE = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$|^[0-9a-f:]+\/\d{1,3}$/i;

function pattern(expression: RegExp, fix: Message) {
  return z
    .string()
    .trim()
    .refine((value) => expression.test(value), {
      ...rejection((input) => networkMessages.patternMismatch({ value: String(input) }), {
        code: 'INVALID_SERVICE',
        fix,
      }),
    });
}

const servicePort = z.object({
  port: port(),
  /** The container's port. @default port */
  targetPort: port().optional(),
  /** @default made from the component's name and the port */
  name: pattern(PORT_NAME, networkMessages.portNameFormat).optional(),
  nodePort: port().optional(),
  protocol: field(z.enum(['TCP', 'UDP', 'SCTP']).default('TCP'), { code: 'INVALID_SERVICE' }),
  appProtocol: z.string().trim().min(1).optional(),
});

/** How a component is offered to others. */
export const serviceSettings = z.object({
  type: field(z.enum(['ClusterIP', 'NodePort', 'LoadBalancer', 'Headless']).default('ClusterIP'), {
    code: 'INVALID_SERVICE',
    fix: networkMessages.serviceTypes,
  }),
  /** What others call it, instead of the component's name. */
  name: pattern(SERVICE_NAME, networkMessages.serviceNameFormat).optional(),
  /** Instead of the component's exposed ports. */
  ports: z.array(servicePort).min(1).max(250).optional(),
  sessionAffinity: field(z.enum(['None', 'ClientIP']).optional(), { code: 'INVALID_SERVICE' }),
  sessionAffinitySeconds: field(z.number().int().min(1).max(86_400).optional(), {
    aliases: ['sessionAffinityTimeoutSeconds'],
    code: 'INVALID_SERVICE',
    fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 86400 }),
  }),
  externalTrafficPolicy: field(z.enum(['Cluster', 'Local']).optional(), { code: 'INVALID_SERVICE' }),
  internalTrafficPolicy: field(z.enum(['Cluster', 'Local']).optional(), { code: 'INVALID_SERVICE' }),
  loadBalancerClass: z.string().trim().min(1).optional(),
  loadBalancerSourceRanges: z.array(pattern(RANGE, networkMessages.cidrFormat)).max(100).optional(),
  publishNotReadyAddresses: z.boolean().optional(),
  labels: labels(),
  annotations: annotations(),
});

/** The canonical data of the trait. */
export type ServiceSettings = z.output<typeof serviceSettings>;

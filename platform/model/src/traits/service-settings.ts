import * as z from 'zod';
import { field } from '../field.ts';
import { annotations, labels } from '../labels.ts';
import { port } from '../port.ts';

const PORT_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const SERVICE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const RANGE = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$|^[0-9a-f:]+\/\d{1,3}$/i;

function pattern(expression: RegExp, fix: string) {
  return z
    .string()
    .trim()
    .refine((value) => expression.test(value), {
      error: (issue) => `"${String(issue.input)}" is not valid here.`,
      params: { code: 'INVALID_SERVICE', fix },
    });
}

const servicePort = z.object({
  port: port(),
  /** The container's port. @default port */
  targetPort: port().optional(),
  /** @default made from the component's name and the port */
  name: pattern(PORT_NAME, 'Use up to 15 lower-case letters, digits and "-", among them a letter.').optional(),
  nodePort: port().optional(),
  protocol: field(z.enum(['TCP', 'UDP', 'SCTP']).default('TCP'), { code: 'INVALID_SERVICE' }),
  appProtocol: z.string().trim().min(1).optional(),
});

/** How a component is offered to others. */
export const serviceSettings = z.object({
  type: field(z.enum(['ClusterIP', 'NodePort', 'LoadBalancer', 'Headless']).default('ClusterIP'), {
    code: 'INVALID_SERVICE',
    fix: 'Use ClusterIP, NodePort, LoadBalancer or Headless.',
  }),
  /** What others call it, instead of the component's name. */
  name: pattern(SERVICE_NAME, 'Use lower-case letters, digits and "-", starting with a letter.').optional(),
  /** Instead of the component's exposed ports. */
  ports: z.array(servicePort).min(1).max(250).optional(),
  sessionAffinity: field(z.enum(['None', 'ClientIP']).optional(), { code: 'INVALID_SERVICE' }),
  sessionAffinitySeconds: field(z.number().int().min(1).max(86_400).optional(), {
    aliases: ['sessionAffinityTimeoutSeconds'],
    code: 'INVALID_SERVICE',
    fix: 'Give a whole number from 1 to 86400.',
  }),
  externalTrafficPolicy: field(z.enum(['Cluster', 'Local']).optional(), { code: 'INVALID_SERVICE' }),
  internalTrafficPolicy: field(z.enum(['Cluster', 'Local']).optional(), { code: 'INVALID_SERVICE' }),
  loadBalancerClass: z.string().trim().min(1).optional(),
  loadBalancerSourceRanges: z.array(pattern(RANGE, 'Give addresses like "10.0.0.0/8".')).max(100).optional(),
  publishNotReadyAddresses: z.boolean().optional(),
  labels: labels(),
  annotations: annotations(),
});

/** The canonical data of the trait. */
export type ServiceSettings = z.output<typeof serviceSettings>;

import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { textsSchema } from './texts.ts';

const LONGEST_KUBECONFIG = 262_144;

const clusterName = z
  .string()
  .regex(/^[a-z0-9][-a-z0-9]{0,61}[a-z0-9]$/, schemaMessages.clusterName.message)
  .refine((name) => name !== 'default', schemaMessages.defaultClusterName.message);

/** How to reach a cluster. It holds credentials, and is never returned. */
const wayIn = {
  kubeconfig: z.string().min(1).max(LONGEST_KUBECONFIG),
  /** @default the kubeconfig's current one */
  context: z.string().min(1).optional(),
};

/** A cluster to deliver to. */
export const clusterRegistrationSchema = lenientBody(z.object({ name: clusterName, ...wayIn }));
export type ClusterRegistration = z.output<typeof clusterRegistrationSchema>;

/** Another way in to a cluster that is registered. */
export const clusterReplacementSchema = lenientBody(z.object(wayIn));
export type ClusterReplacement = z.output<typeof clusterReplacementSchema>;

/** What every user may know of a cluster: documents refer to it by `name`. */
export const clusterSchema = z.object({
  name: z.string(),
  /** Whether documents mean it that name none. */
  default: z.boolean(),
  /** Whether it responded to the last check; `unknown` before the first. */
  status: z.enum(['up', 'down', 'unknown']),
  /** Which kind of gateway routes are rendered for, and why; absent while the cluster does not respond. */
  gateway: z.string().optional(),
  /** Where hosts of ingresses are served, if not at their own address: `http://127.0.0.1:8088` of an embedded cluster. */
  ingress: z.string().optional(),
  texts: textsSchema,
});
export type Cluster = z.output<typeof clusterSchema>;

/** All clusters, the default one first. */
export const clusterListSchema = z.object({ clusters: z.array(clusterSchema).readonly() });
export type ClusterList = z.output<typeof clusterListSchema>;

/** What administrators see of a cluster. The rest of the default one is in the settings of the server. */
export const clusterDetailSchema = clusterSchema.extend({
  /** Why it is down. */
  message: z.string().optional(),
  server: z.string().optional(),
  context: z.string().optional(),
  /** How many applications name it. */
  applications: z.number().int(),
  createTime: instantSchema.optional(),
  updateTime: instantSchema.optional(),
});
export type ClusterDetail = z.output<typeof clusterDetailSchema>;

/** Whether a cluster acts on objects of a kind; `unknown` if the platform cannot find out. */
const enforcementSchema = z.enum(['enforced', 'notEnforced', 'unknown']);

/** Which of the policies that protect the namespaces of projects have an effect in a cluster. */
export const clusterPoliciesSchema = z.object({ podSecurity: enforcementSchema, networkPolicy: enforcementSchema });
export type ClusterPolicies = z.output<typeof clusterPoliciesSchema>;

/** The result of checking a cluster now. */
export const clusterCheckSchema = z.object({
  name: z.string(),
  reachable: z.boolean(),
  /** The version of Kubernetes, when it is reachable. */
  version: z.string().optional(),
  /** When it is reachable. */
  policies: clusterPoliciesSchema.optional(),
  message: z.string(),
  texts: textsSchema,
});
export type ClusterCheck = z.output<typeof clusterCheckSchema>;

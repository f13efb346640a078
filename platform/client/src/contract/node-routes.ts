import * as z from 'zod';
import type { ErrorName } from './error-catalogue.ts';
import { clusterNodeSchema, drainedNodeSchema, drainRequestSchema, objectNameSchema } from './inventory.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';

const nodeParams = z.object({ cluster: z.string().min(1), node: objectNameSchema });

const NODE_ERRORS = [
  'CLUSTER_NOT_FOUND',
  'CLUSTER_UNREACHABLE',
  'CLUSTER_FORBIDS',
  'CLUSTER_REFUSED',
  'OBJECT_NOT_FOUND',
] as const satisfies readonly ErrorName[];

/** The part of the contract that changes nodes. Nodes serve every project, so it needs an administrator. */
export const nodeRoutes = {
  cordonNode: defineRoute({
    method: 'POST',
    path: '/clusters/:cluster/nodes/:node/cordon',
    summary: 'Keeps new pods from a node; pods on it stay',
    access: 'admin',
    subject: 'platform',
    params: nodeParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterNodeSchema },
    errors: NODE_ERRORS,
  }),
  uncordonNode: defineRoute({
    method: 'POST',
    path: '/clusters/:cluster/nodes/:node/uncordon',
    summary: 'Places new pods on a node again',
    access: 'admin',
    subject: 'platform',
    params: nodeParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterNodeSchema },
    errors: NODE_ERRORS,
  }),
  drainNode: defineRoute({
    method: 'POST',
    path: '/clusters/:cluster/nodes/:node/drain',
    summary:
      'Keeps new pods from a node and evicts those on it, for at most 10 s and as far as PodDisruptionBudgets allow; pods of ' +
      'DaemonSets and static pods stay, and without an option those that no controller replaces or whose data would be lost',
    access: 'admin',
    subject: 'platform',
    params: nodeParams,
    query: nothing,
    body: { encoding: 'json', schema: drainRequestSchema, invalid: 'BAD_REQUEST' },
    response: { encoding: 'json', schema: drainedNodeSchema },
    errors: NODE_ERRORS,
  }),
};

import * as z from 'zod';
import type { ErrorName } from './error-catalogue.ts';
import {
  clusterCapacitySchema,
  clusterNodeListSchema,
  clusterPodListSchema,
  clusterServiceListSchema,
  podEventListSchema,
  podFilterSchema,
  serviceFilterSchema,
} from './inventory.ts';
import { defineRoute } from './route.ts';
import { applicationParams, emptyBody, nothing } from './route-parts.ts';

const CLUSTER_ERRORS = [
  'CLUSTER_NOT_FOUND',
  'CLUSTER_UNREACHABLE',
  'CLUSTER_FORBIDS',
  'CLUSTER_REFUSED',
] as const satisfies readonly ErrorName[];

const clusterParams = z.object({ cluster: z.string().min(1) });

/** The part of the contract about what is in a cluster: machines, pods and room. */
export const inventoryRoutes = {
  clusterNodes: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/nodes',
    summary: 'Lists the nodes of a cluster, and what has been asked of them',
    access: 'read',
    subject: 'platform',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterNodeListSchema },
    errors: CLUSTER_ERRORS,
  }),
  clusterPods: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/pods',
    summary: 'Lists the pods of applications in a cluster, or all pods',
    access: 'read',
    subject: 'projects',
    params: clusterParams,
    query: podFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterPodListSchema },
    errors: CLUSTER_ERRORS,
  }),
  clusterServices: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/services',
    summary: 'Lists the Services of applications in a cluster, with the pods that they select',
    access: 'read',
    subject: 'projects',
    params: clusterParams,
    query: serviceFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterServiceListSchema },
    errors: CLUSTER_ERRORS,
  }),
  podEvents: defineRoute({
    method: 'GET',
    path: '/applications/:appId/pod-events',
    summary: 'Lists what Kubernetes has recorded about the pods of an application',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: podEventListSchema },
    errors: ['APPLICATION_NOT_FOUND', ...CLUSTER_ERRORS],
  }),
  clusterCapacity: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/capacity',
    summary: 'Returns the free capacity of a cluster, and which pods wait for capacity',
    access: 'read',
    subject: 'projects',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterCapacitySchema },
    errors: CLUSTER_ERRORS,
  }),
};

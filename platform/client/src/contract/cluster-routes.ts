import * as z from 'zod';
import {
  clusterCheckSchema,
  clusterDetailSchema,
  clusterListSchema,
  clusterRegistrationSchema,
  clusterReplacementSchema,
} from './cluster.ts';
import { defineRoute } from './route.ts';
import { emptyBody, jsonBody, nothing } from './route-parts.ts';

const clusterParams = z.object({ cluster: z.string().min(1) });

/** The part of the contract about the clusters that applications are delivered to. */
export const clusterRoutes = {
  listClusters: defineRoute({
    method: 'GET',
    path: '/clusters',
    summary: 'Lists the clusters that documents may name, the default one first',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterListSchema },
    errors: [],
  }),
  registerCluster: defineRoute({
    method: 'POST',
    path: '/clusters',
    summary: 'Registers a cluster by its kubeconfig, once it responds; the kubeconfig is never returned',
    access: 'admin',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: jsonBody(clusterRegistrationSchema),
    response: { encoding: 'json', schema: clusterDetailSchema },
    errors: ['KUBECONFIG_INVALID', 'CLUSTER_UNREACHABLE', 'CLUSTER_NAME_TAKEN'],
  }),
  getCluster: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster',
    summary: 'Gives one cluster, with where it is and how many applications name it',
    access: 'admin',
    subject: 'platform',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterDetailSchema },
    errors: ['CLUSTER_NOT_FOUND'],
  }),
  replaceCluster: defineRoute({
    method: 'PUT',
    path: '/clusters/:cluster',
    summary: 'Gives another way in to a cluster that is registered: renewed credentials, or another address of it',
    access: 'admin',
    subject: 'platform',
    params: clusterParams,
    query: nothing,
    body: jsonBody(clusterReplacementSchema),
    response: { encoding: 'json', schema: clusterDetailSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_IS_DEFAULT', 'KUBECONFIG_INVALID', 'CLUSTER_UNREACHABLE'],
  }),
  checkCluster: defineRoute({
    method: 'POST',
    path: '/clusters/:cluster/check',
    summary: 'Checks now whether a cluster responds and accepts its credentials',
    access: 'admin',
    subject: 'platform',
    effect: 'none',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterCheckSchema },
    errors: ['CLUSTER_NOT_FOUND'],
  }),
  removeCluster: defineRoute({
    method: 'DELETE',
    path: '/clusters/:cluster',
    summary: 'Forgets a cluster that no application names; what is in it stays',
    access: 'admin',
    subject: 'platform',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterListSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_IS_DEFAULT', 'CLUSTER_IN_USE'],
  }),
};

import * as z from 'zod';
import {
  clusterKindListSchema,
  clusterObjectFilterSchema,
  clusterObjectListSchema,
  clusterObjectPlaceSchema,
  clusterObjectSchema,
  newestEventsFilterSchema,
  newestEventsSchema,
  objectNameSchema,
} from './inventory.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';

const clusterParams = z.object({ cluster: z.string().min(1) });
const kindParams = clusterParams.extend({ resource: objectNameSchema });

/** The part of the contract about objects of any kind in a cluster. They belong to every project, so it needs an administrator. */
export const objectRoutes = {
  clusterKinds: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/kinds',
    summary: 'Lists the kinds of objects that a cluster serves',
    access: 'admin',
    subject: 'platform',
    params: clusterParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterKindListSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED'],
  }),
  clusterObjects: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/kinds/:resource/objects',
    summary: 'Lists the objects of a kind in a cluster as rows of a table',
    access: 'admin',
    subject: 'platform',
    params: kindParams,
    query: clusterObjectFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterObjectListSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED', 'OBJECT_NOT_FOUND'],
  }),
  newestEvents: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/events',
    summary: 'Lists what Kubernetes has recorded about objects of a cluster, the newest first',
    access: 'admin',
    subject: 'platform',
    params: clusterParams,
    query: newestEventsFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: newestEventsSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED'],
  }),
  clusterObject: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/kinds/:resource/objects/:name',
    summary: 'Returns one object of a cluster, with values of Secrets and what looks like a credential masked',
    access: 'admin',
    subject: 'platform',
    params: kindParams.extend({ name: objectNameSchema }),
    query: clusterObjectPlaceSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterObjectSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED', 'OBJECT_NOT_FOUND'],
  }),
};

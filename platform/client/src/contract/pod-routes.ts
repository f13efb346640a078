import * as z from 'zod';
import type { ErrorName } from './error-catalogue.ts';
import {
  applicationPodFilterSchema,
  applicationPodListSchema,
  applicationUsageSchema,
  clusterEventFilterSchema,
  clusterEventListSchema,
  clusterEventMessageSchema,
  clusterPodUsageFilterSchema,
  clusterPodUsageSchema,
  clusterUsageSchema,
  deletedPodSchema,
  followedClusterEventsSchema,
} from './pod.ts';
import { followedLogsSchema, logFilterSchema, logListSchema, logMessageSchema } from './pod-log.ts';
import {
  debugContainerSchema,
  debugRequestSchema,
  podAttachSchema,
  podCommandSchema,
  podParams,
  podPortParams,
} from './pod-session.ts';
import { defineRoute } from './route.ts';
import { applicationParams, emptyBody, nothing } from './route-parts.ts';

/** What every request for the pods of an application may be refused with. */
const POD_ERRORS = [
  'APPLICATION_NOT_FOUND',
  'CLUSTER_NOT_FOUND',
  'CLUSTER_UNREACHABLE',
  'CLUSTER_FORBIDS',
  'CLUSTER_REFUSED',
] as const satisfies readonly ErrorName[];

const SESSION_ERRORS = [
  ...POD_ERRORS,
  'POD_NOT_FOUND',
  'CONTAINER_NOT_RUNNING',
  'TOO_MANY_STREAMS',
] as const satisfies readonly ErrorName[];

/** The part of the contract about the pods of an application. */
export const podRoutes = {
  applicationPods: defineRoute({
    method: 'GET',
    path: '/applications/:appId/pods',
    summary: 'Lists the pods of an application with their containers',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: applicationPodFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: applicationPodListSchema },
    errors: [...POD_ERRORS, 'COMPONENT_NOT_FOUND'],
  }),
  deletePod: defineRoute({
    method: 'DELETE',
    path: '/applications/:appId/pods/:pod',
    summary: 'Deletes a pod of an application; its workload replaces it',
    access: 'operate',
    subject: 'application',
    params: podParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: deletedPodSchema },
    errors: [...POD_ERRORS, 'POD_NOT_FOUND'],
  }),
  clusterEvents: defineRoute({
    method: 'GET',
    path: '/applications/:appId/cluster-events',
    summary: 'Lists what Kubernetes has recorded about the objects of an application, the oldest first',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: clusterEventFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterEventListSchema },
    errors: [...POD_ERRORS, 'COMPONENT_NOT_FOUND'],
  }),
  followClusterEvents: defineRoute({
    method: 'GET',
    path: '/applications/:appId/cluster-events/follow',
    summary:
      'Streams what Kubernetes records about the objects of an application: first what there is, or what is new ' +
      'since Last-Event-ID, then each event as it comes',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: followedClusterEventsSchema,
    body: emptyBody,
    response: { encoding: 'events', schema: clusterEventMessageSchema },
    errors: [...POD_ERRORS, 'COMPONENT_NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
  applicationUsage: defineRoute({
    method: 'GET',
    path: '/applications/:appId/usage',
    summary: 'Returns what the pods of an application use of processor and memory now',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: applicationPodFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: applicationUsageSchema },
    errors: [...POD_ERRORS, 'COMPONENT_NOT_FOUND', 'METRICS_UNAVAILABLE'],
  }),
  clusterUsage: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/usage',
    summary: 'Returns what the nodes of a cluster use of processor and memory now',
    access: 'read',
    subject: 'platform',
    params: z.object({ cluster: z.string().min(1) }),
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterUsageSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED', 'METRICS_UNAVAILABLE'],
  }),
  clusterPodUsage: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/pod-usage',
    summary:
      'Returns what the pods of a cluster use of processor and memory now: those of applications the caller may read, ' +
      'and all pods for callers who may read every project',
    access: 'read',
    subject: 'projects',
    params: z.object({ cluster: z.string().min(1) }),
    query: clusterPodUsageFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: clusterPodUsageSchema },
    errors: ['CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE', 'CLUSTER_FORBIDS', 'CLUSTER_REFUSED', 'METRICS_UNAVAILABLE'],
  }),
  applicationLogs: defineRoute({
    method: 'GET',
    path: '/applications/:appId/logs',
    summary: 'Returns lines of the logs of an application, of all its containers together in the order of time',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: logFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: logListSchema },
    errors: [...POD_ERRORS, 'COMPONENT_NOT_FOUND', 'POD_NOT_FOUND', 'CONTAINER_NOT_FOUND', 'LOG_NOT_FOUND'],
  }),
  followLogs: defineRoute({
    method: 'GET',
    path: '/applications/:appId/logs/follow',
    summary:
      'Streams the logs of an application, of pods that start later too, from what was sent up to Last-Event-ID or ' +
      'from the start; a line is sent once. With `ends` it streams what there is, one log after another, ' +
      'and ends with the message `end`',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: followedLogsSchema,
    body: emptyBody,
    response: { encoding: 'events', schema: logMessageSchema },
    errors: [
      ...POD_ERRORS,
      ...([
        'COMPONENT_NOT_FOUND',
        'POD_NOT_FOUND',
        'CONTAINER_NOT_FOUND',
        'LOG_NOT_FOUND',
        'TOO_MANY_STREAMS',
      ] as const),
    ],
  }),
  execInPod: defineRoute({
    method: 'GET',
    path: '/applications/:appId/pods/:pod/exec',
    summary:
      'Runs a command in a container: a WebSocket with the protocol `v5.channel.k8s.io` of Kubernetes (0 stdin, ' +
      '1 stdout, 2 stderr, 3 outcome, 4 size of the terminal, 255 closes a channel)',
    access: 'exec',
    subject: 'application',
    effect: 'acts',
    params: podParams,
    query: podCommandSchema,
    body: emptyBody,
    response: { encoding: 'socket', schema: z.string() },
    errors: [...SESSION_ERRORS, 'CONTAINER_NOT_FOUND'],
  }),
  attachToPod: defineRoute({
    method: 'GET',
    path: '/applications/:appId/pods/:pod/attach',
    summary:
      'Attaches to the command that a container was started with: a WebSocket with the protocol `v5.channel.k8s.io` of ' +
      'Kubernetes',
    access: 'exec',
    subject: 'application',
    effect: 'acts',
    params: podParams,
    query: podAttachSchema,
    body: emptyBody,
    response: { encoding: 'socket', schema: z.string() },
    errors: [...SESSION_ERRORS, 'CONTAINER_NOT_FOUND'],
  }),
  debugPod: defineRoute({
    method: 'POST',
    path: '/applications/:appId/pods/:pod/debug',
    summary:
      'Adds an ephemeral container with a shell to a pod, for containers without one. It stays until the pod is gone',
    access: 'exec',
    subject: 'application',
    params: podParams,
    query: nothing,
    body: { encoding: 'json', schema: debugRequestSchema, invalid: 'BAD_REQUEST' },
    response: { encoding: 'json', schema: debugContainerSchema },
    errors: [...POD_ERRORS, 'POD_NOT_FOUND', 'CONTAINER_NOT_FOUND', 'CONTAINER_NOT_RUNNING', 'DEBUG_UNSUPPORTED'],
  }),
  forwardPort: defineRoute({
    method: 'GET',
    path: '/applications/:appId/pods/:pod/ports/:port',
    summary:
      'Connects to a port of a pod: a WebSocket with the protocol `v1.port.kubemin.io` is one connection; binary messages ' +
      'are its bytes, an empty message ends that direction',
    access: 'exec',
    subject: 'application',
    effect: 'acts',
    params: podPortParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'socket', schema: z.string() },
    errors: SESSION_ERRORS,
  }),
};

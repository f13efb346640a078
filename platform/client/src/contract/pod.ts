import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { NAMESPACE } from './inventory.ts';

/** How a container of a pod ended last. */
const containerExitSchema = z.object({
  code: z.number().int(),
  /** `OOMKilled`, `Error`, `Completed`. */
  reason: z.string().optional(),
  time: instantSchema.optional(),
});

/** A container of a pod. */
export const podContainerSchema = z.object({
  name: z.string(),
  /** `init`: runs before the others and ends; `sidecar`: an init container that stays; `ephemeral`: added for debugging. */
  kind: z.enum(['init', 'main', 'sidecar', 'ephemeral']),
  /** Whether it is meant if none is named, as for kubectl. */
  default: z.boolean(),
  image: z.string(),
  state: z.enum(['waiting', 'running', 'terminated']),
  /** Why it waits or has ended: `CrashLoopBackOff`, `ContainerCreating`, `Completed`. */
  reason: z.string().optional(),
  message: z.string().optional(),
  ready: z.boolean(),
  restarts: z.number().int(),
  /** Whether its command has a terminal, and whether it can be given input: for attach. */
  tty: z.boolean(),
  stdin: z.boolean(),
  /** The ports that it declares; it may listen on others. */
  ports: z.array(z.object({ port: z.number().int(), name: z.string().optional() })).readonly(),
  lastExit: containerExitSchema.optional(),
});
export type PodContainer = z.output<typeof podContainerSchema>;

/** A pod of an application, with its containers. */
export const applicationPodSchema = z.object({
  name: z.string(),
  uid: z.string(),
  component: z.string().optional(),
  /** Its phase, or the reason that describes it better: `Running`, `CrashLoopBackOff`, `Terminating`. */
  status: z.string(),
  ready: z.boolean(),
  node: z.string().optional(),
  ip: z.string().optional(),
  createTime: instantSchema.optional(),
  /** Why it is not scheduled, or does not run. */
  message: z.string().optional(),
  containers: z.array(podContainerSchema).readonly(),
});
export type ApplicationPod = z.output<typeof applicationPodSchema>;

/** The pods of an application, by name. */
export const applicationPodListSchema = z.object({
  pods: z.array(applicationPodSchema).readonly(),
  /** After how long without data sessions in their containers are closed. */
  sessionIdleSeconds: z.number().optional(),
});
export type ApplicationPodList = z.output<typeof applicationPodListSchema>;

/** The name of a component as a filter. */
export const componentFilter = z.string().min(1).max(253).optional();

/** Which pods of an application. */
export const applicationPodFilterSchema = z.object({ component: componentFilter });
export type ApplicationPodFilter = z.output<typeof applicationPodFilterSchema>;

/** What Kubernetes has recorded about an object of an application. */
export const clusterEventSchema = z.object({
  /** When it happened last. */
  time: instantSchema,
  object: z.object({ kind: z.string(), name: z.string() }),
  component: z.string().optional(),
  /** `Normal` or `Warning`. */
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  count: z.number().int().positive(),
});
export type ClusterEvent = z.output<typeof clusterEventSchema>;

/** Events of an application's objects, the oldest first. */
export const clusterEventListSchema = z.object({ events: z.array(clusterEventSchema).readonly() });
export type ClusterEventList = z.output<typeof clusterEventListSchema>;

const clusterEventFields = {
  component: componentFilter,
  type: z.enum(['Normal', 'Warning']).optional(),
  since: instantSchema.optional(),
};

/** Which events of an application's objects. */
export const clusterEventFilterSchema = z.object(clusterEventFields);
export type ClusterEventFilter = z.output<typeof clusterEventFilterSchema>;

/** The id of the last event that was seen, for WebSockets, where browsers cannot send the header Last-Event-ID. */
const after = z.string().max(8_000).optional();

export const followedClusterEventsSchema = z.object({ ...clusterEventFields, after });

/** One message of the stream: events that were recorded or counted again, or that some may be missing. */
export const clusterEventMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), events: z.array(clusterEventSchema).readonly() }),
  /** The cluster does not keep what happened since the last message; what it has now follows. */
  z.object({ kind: z.literal('reset') }),
]);
export type ClusterEventMessage = z.output<typeof clusterEventMessageSchema>;

/** What is used of processor and memory. */
const usedSchema = z.object({ cpuMillis: z.number().int(), memoryBytes: z.number().int() });

/** What a pod of an application uses. */
export const podUsageSchema = z.object({
  pod: z.string(),
  component: z.string().optional(),
  node: z.string().optional(),
  /** When it was measured, and over how long; absent: not measured yet. */
  time: instantSchema.optional(),
  windowSeconds: z.number().optional(),
  containers: z
    .array(
      z.object({
        name: z.string(),
        /** Absent: not measured yet. */
        used: usedSchema.optional(),
        /** What its resources are limited to; without a limit, absent. */
        limits: z.object({ cpuMillis: z.number().int().optional(), memoryBytes: z.number().int().optional() }),
      }),
    )
    .readonly(),
});
export type PodUsage = z.output<typeof podUsageSchema>;

/** What the pods of an application use now. */
export const applicationUsageSchema = z.object({ pods: z.array(podUsageSchema).readonly() });
export type ApplicationUsage = z.output<typeof applicationUsageSchema>;

/** The pod that was deleted. */
export const deletedPodSchema = z.object({ namespace: z.string(), name: z.string() });
export type DeletedPod = z.output<typeof deletedPodSchema>;

/** Which pods of a cluster are measured. */
export const clusterPodUsageFilterSchema = z.object({
  namespace: z.string().regex(NAMESPACE, schemaMessages.namespaceName.message).optional(),
});
export type ClusterPodUsageFilter = z.output<typeof clusterPodUsageFilterSchema>;

/** What the pods of a cluster use now, by namespace and name. */
export const clusterPodUsageSchema = z.object({
  pods: z.array(podUsageSchema.extend({ namespace: z.string(), appId: z.string().optional() })).readonly(),
});
export type ClusterPodUsage = z.output<typeof clusterPodUsageSchema>;

/** What the nodes of a cluster use now. */
export const clusterUsageSchema = z.object({
  nodes: z
    .array(
      z.object({
        name: z.string(),
        time: instantSchema.optional(),
        allocatable: usedSchema,
        /** Absent: not measured yet. */
        used: usedSchema.optional(),
      }),
    )
    .readonly(),
});
export type ClusterUsage = z.output<typeof clusterUsageSchema>;

import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { nextPage, pageFields } from './page.ts';

/** Quantities by resource, as Kubernetes writes them: `{cpu: "3500m", memory: "7Gi"}`. */
const amountsSchema = z.record(z.string(), z.string()).readonly();

/** A machine of a cluster, and what the pods on it have asked for. */
export const clusterNodeSchema = z.object({
  name: z.string(),
  ready: z.boolean(),
  /** Whether pods are placed there: ready, and not closed for new ones. */
  schedulable: z.boolean(),
  /** Whether it is closed for new pods, ready or not. */
  cordoned: z.boolean(),
  roles: z.array(z.string()).readonly(),
  /** Of its kubelet. */
  version: z.string(),
  /** As kubectl takes them: `key=value:Effect`. */
  taints: z.array(z.string()).readonly(),
  pods: z.number().int(),
  allocatable: amountsSchema,
  requested: amountsSchema,
  /** Why it is not ready. */
  message: z.string().optional(),
  createTime: instantSchema.optional(),
});
export type ClusterNode = z.output<typeof clusterNodeSchema>;

/** The machines of a cluster, by name. */
export const clusterNodeListSchema = z.object({ nodes: z.array(clusterNodeSchema).readonly() });
export type ClusterNodeList = z.output<typeof clusterNodeListSchema>;

/**
 * Why draining a node does not move a pod: `daemonSet`, `static`: the pod would be back on the same node; `unmanaged`: no controller
 * replaces it; `localData`: the data of its emptyDir volumes would be lost. The last two have an option of the drain.
 */
const drainObstacleSchema = z.enum(['daemonSet', 'static', 'unmanaged', 'localData']);
export type DrainObstacle = z.output<typeof drainObstacleSchema>;

/** A pod, and which component of which application it runs for. */
export const clusterPodSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  /** Its phase, or the reason that describes it better: `Running`, `CrashLoopBackOff`, `Terminating`. */
  status: z.string(),
  readyContainers: z.number().int(),
  containers: z.number().int(),
  restarts: z.number().int(),
  node: z.string().optional(),
  ip: z.string().optional(),
  appId: z.string().optional(),
  appName: z.string().optional(),
  component: z.string().optional(),
  /** Why it is not placed, or does not run. */
  message: z.string().optional(),
  /** Why draining its node would not move it; absent: it would. */
  drainObstacles: z.array(drainObstacleSchema).readonly().optional(),
  createTime: instantSchema.optional(),
});
export type ClusterPod = z.output<typeof clusterPodSchema>;

/** What else is written there would reach the cluster as another path, or another selector. */
export const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL_VALUE = /^[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;

const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** The name of a pod; anything else would reach the cluster as another path, or another selector. */
export const podNameSchema = z.string().regex(OBJECT_NAME, schemaMessages.podName.message);

/** The name of any object: a segment of a path, so no `/`, no `%`, neither `.` nor `..`. */
export const objectNameSchema = z
  .string()
  .max(253)
  .regex(/^(?!\.\.?$)[^/%]+$/, schemaMessages.objectName.message);

const podFilter = z.object({
  ...pageFields,
  namespace: z.string().regex(NAMESPACE, schemaMessages.namespaceName.message).optional(),
  /** Pods of this name. */
  name: podNameSchema.optional(),
  /** Pods on this node. */
  node: z.string().regex(OBJECT_NAME, schemaMessages.objectName.message).optional(),
  appId: z.string().regex(LABEL_VALUE, schemaMessages.applicationId.message).optional(),
  /** Also those that belong to no application; needs permission to read every project. */
  all: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false),
});

/** What Kubernetes has recorded about a pod of an application. */
export const podEventSchema = z.object({
  /** When it happened last. */
  time: instantSchema,
  pod: z.string(),
  /** `Normal` or `Warning`. */
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  count: z.number().int().positive(),
});
export type PodEvent = z.output<typeof podEventSchema>;

/** Events of pods, the oldest first. */
export const podEventListSchema = z.object({ events: z.array(podEventSchema).readonly() });

/** Which pods: those of applications the caller may read, unless all are asked for. */
export const podFilterSchema = lenientBody(podFilter);
export type PodFilter = z.output<typeof podFilter>;

/** Pods, by namespace and name. */
export const clusterPodListSchema = z.object({ pods: z.array(clusterPodSchema).readonly(), ...nextPage });
export type ClusterPodList = z.output<typeof clusterPodListSchema>;

/** Which Services of applications. */
export const serviceFilterSchema = z.object({
  namespace: z.string().regex(NAMESPACE, schemaMessages.namespaceName.message).optional(),
  name: z.string().regex(OBJECT_NAME, schemaMessages.serviceName.message).optional(),
});
export type ServiceFilter = z.output<typeof serviceFilterSchema>;

/** A Service of an application, and the pods that it selects. */
export const clusterServiceSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  appId: z.string(),
  appName: z.string(),
  component: z.string().optional(),
  ports: z
    .array(
      z.object({
        port: z.number().int(),
        name: z.string().optional(),
        /** The port of the pods: its number, or its name. */
        target: z.union([z.number().int(), z.string()]),
      }),
    )
    .readonly(),
  /** Names of pods of the same application. */
  pods: z.array(z.string()).readonly(),
});
export type ClusterService = z.output<typeof clusterServiceSchema>;

/** Services, by namespace and name. */
export const clusterServiceListSchema = z.object({ services: z.array(clusterServiceSchema).readonly() });
export type ClusterServiceList = z.output<typeof clusterServiceListSchema>;

/** How much of a resource the nodes have that take pods. */
export const resourceCapacitySchema = z.object({
  resource: z.string(),
  allocatable: z.string(),
  requested: z.string(),
  free: z.string(),
  /** The most that one pod can still ask for, and where. */
  largest: z.object({ amount: z.string(), node: z.string() }).optional(),
});
export type ResourceCapacity = z.output<typeof resourceCapacitySchema>;

/** What a cluster has room for, and what waits for room. */
export const clusterCapacitySchema = z.object({
  nodes: z.object({ all: z.number().int(), ready: z.number().int(), schedulable: z.number().int() }),
  resources: z.array(resourceCapacitySchema).readonly(),
  /** Pods of applications the caller may read that no node has taken yet. */
  pending: z.array(clusterPodSchema).readonly(),
});
export type ClusterCapacity = z.output<typeof clusterCapacitySchema>;

/** A kind of object that a cluster serves, in the version that it prefers. */
export const clusterKindSchema = z.object({
  /** As kubectl takes it: `pods`, `deployments.apps`. */
  resource: z.string(),
  apiVersion: z.string(),
  kind: z.string(),
  namespaced: z.boolean(),
  shortNames: z.array(z.string()).readonly(),
});
export type ClusterKind = z.output<typeof clusterKindSchema>;

/** Kinds of objects: those of the core group first, then by group. */
export const clusterKindListSchema = z.object({ kinds: z.array(clusterKindSchema).readonly() });
export type ClusterKindList = z.output<typeof clusterKindListSchema>;

const namespaceField = { namespace: z.string().regex(NAMESPACE, schemaMessages.namespaceName.message).optional() };

/** Which objects of a kind; without a namespace, those of all. */
export const clusterObjectFilterSchema = z.object({
  ...pageFields,
  ...namespaceField,
  /** As kubectl takes it: `type=kubernetes.io/dockerconfigjson`. Which fields can be selected depends on the kind. */
  fieldSelector: z.string().min(1).max(1_000).optional(),
});
export type ClusterObjectFilter = z.output<typeof clusterObjectFilterSchema>;

/** Where an object is; kinds without namespaces need none. */
export const clusterObjectPlaceSchema = z.object(namespaceField);
export type ClusterObjectPlace = z.output<typeof clusterObjectPlaceSchema>;

/** Objects of a kind as rows of a table, with the columns that the cluster shows of this kind. */
export const clusterObjectListSchema = z.object({
  /** Without the name, the namespace and the age, which each row has. */
  columns: z.array(z.string()).readonly(),
  objects: z
    .array(
      z.object({
        namespace: z.string().optional(),
        name: z.string(),
        createTime: instantSchema.optional(),
        /** One text for each column. */
        cells: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  ...nextPage,
});
export type ClusterObjectList = z.output<typeof clusterObjectListSchema>;

/** How many events, and of which namespace; without one, of all. */
export const newestEventsFilterSchema = z.object({
  ...namespaceField,
  limit: z.coerce.number().int().min(1).max(5_000).default(500),
});
export type NewestEventsFilter = z.output<typeof newestEventsFilterSchema>;

/** What Kubernetes has recorded about objects of a cluster, the newest first. */
export const newestEventsSchema = z.object({
  events: z
    .array(
      z.object({
        /** When it happened last. */
        time: instantSchema,
        /** Of the event itself: with the namespace unique among events. */
        name: z.string(),
        namespace: z.string().optional(),
        object: z.object({ kind: z.string(), name: z.string() }),
        /** `Normal` or `Warning`. */
        type: z.string(),
        reason: z.string(),
        message: z.string(),
        count: z.number().int().positive(),
      }),
    )
    .readonly(),
  /** How many the cluster has. */
  total: z.number().int(),
});
export type NewestEvents = z.output<typeof newestEventsSchema>;

/** One object, as it is in the cluster: without `managedFields`, and with values of Secrets and what looks like a credential masked. */
export const clusterObjectSchema = z.object({ object: z.record(z.string(), z.unknown()) });
export type ClusterObject = z.output<typeof clusterObjectSchema>;

const drainRequest = z.object({
  /** Also evicts pods without a controller: nothing replaces them. */
  force: z.boolean().default(false),
  /** Also evicts pods with emptyDir volumes: the data in them is lost. */
  deleteLocalData: z.boolean().default(false),
});

/** What draining a node may destroy. */
export const drainRequestSchema = lenientBody(drainRequest);
export type DrainRequest = z.output<typeof drainRequest>;

/** A pod that draining a node left where it is. */
const keptPodSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  /**
   * Beside the obstacles: `budget`: a PodDisruptionBudget does not allow it now; `terminating`: deleted before, and still there; `failed`:
   * the request failed; `pending`: not tried before the request ended, so that draining again continues.
   */
  reason: z.enum([...drainObstacleSchema.options, 'budget', 'terminating', 'failed', 'pending']),
  /** What the cluster stated. */
  message: z.string().optional(),
});

/** What draining a node did. The node takes no new pods, whatever is left; draining again continues. */
export const drainedNodeSchema = z.object({
  node: clusterNodeSchema,
  evicted: z.array(z.object({ namespace: z.string(), name: z.string() })).readonly(),
  kept: z.array(keptPodSchema).readonly(),
});
export type DrainedNode = z.output<typeof drainedNodeSchema>;

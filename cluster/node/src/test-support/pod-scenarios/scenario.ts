import type {
  Container,
  EphemeralContainer,
  Pod,
  PodSpec,
  Probe,
  ResourceRequirements,
} from '@kubemin/kubeapi/types/core.v1';
import type { RuntimeFeature } from '../../runtime/index.ts';

/**
 * Pods and what a node must report of them, as kubelets do. Rows are independent of each other; each runs as a pod with its
 * own name, over every form of every runtime.
 */
export interface PodScenario {
  /** Also the name of the pod. */
  readonly name: string;
  readonly spec: Partial<PodSpec>;
  readonly metadata?: Pick<Pod['metadata'], 'labels' | 'annotations'>;
  /** Done when all of its containers are ready. */
  readonly action?:
    | { readonly delete: number }
    | { readonly debug: EphemeralContainer }
    /** Of its container `main`. */
    | { readonly resize: ResourceRequirements };
  readonly expected: ExpectedPod;
  /** Rows that are run by `npm test`; the others take longer, or are like one of these. */
  readonly short?: boolean;
  /** The feature of the runtime that it is about. */
  readonly needs?: RuntimeFeature;
  /** What a node without that feature reports. @default the row is not run there */
  readonly without?: ExpectedPod;
}

/** What some status of the pod must have; what is not named may be anything. */
export interface ExpectedPod {
  readonly phase: string;
  readonly reason?: string;
  readonly message?: string;
  /** By type: `True`, or `False` and the reason. */
  readonly conditions?: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, ExpectedContainer>>;
  /** Reasons of events that must have been recorded, and those that must not. */
  readonly events?: readonly string[];
  readonly noEvents?: readonly string[];
  /** Parts of messages of events. */
  readonly eventMessages?: readonly string[];
}

/** `running`, `waiting REASON` or `terminated REASON CODE`, or that with more. */
export type ExpectedContainer =
  | string
  | {
      readonly state: string;
      readonly ready?: boolean;
      readonly started?: boolean;
      readonly restarts?: number;
      /** As `state`, of the attempt before. */
      readonly last?: string;
      /** Part of the message of the state. */
      readonly message?: string;
      /** What is applied, as JSON. */
      readonly resources?: string;
    };

/** Names of objects that exist before the rows run. */
export const SETTINGS = {
  ...{ configMap: 'settings', secret: 'login', service: 'shop', runtimeClass: 'unknown-handler' },
  /** A claim that is bound to a directory of the node. */
  claim: 'data',
} as const;
/** Files of the node for rows, below its directory. */
export const NODE_FILES: Readonly<Record<string, string>> = {
  'seccomp/no-mkdir.json': JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: [{ names: ['mkdir', 'mkdirat'], action: 'SCMP_ACT_ERRNO' }],
  }),
};
export const IMAGES = {
  /** Programs of this machine, as root. */
  host: 'host:1',
  /** The same, as a user that it does not have. */
  unknownUser: 'unknown-user:1',
  /** In no registry. */
  missing: 'missing:1',
  /** Only in a registry. */
  remote: 'registry.local/remote:1',
} as const;

export const shell = (script: string, more: Partial<Container> = {}): Container => ({
  ...{ name: 'main', image: IMAGES.host, command: ['sh', '-c', script] },
  ...more,
});

/** Runs for as long as the test does, and ends at once when it is asked to. */
export const FOREVER = 'trap "exit 0" TERM; touch /tmp/ready; while :; do sleep 0.2; done';
export const forever = (more: Partial<Container> = {}): Container => shell(FOREVER, more);
export const FAIL_WHEN_READY = 'while [ ! -e /tmp/ready ]; do sleep 0.05; done; exit 1';
/** Ready only when it can be asked to end. */
export const whenReady: Probe = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 100 };
export const once = (container: Container, more: Partial<PodSpec> = {}): Partial<PodSpec> => ({
  ...{ restartPolicy: 'Never', containers: [container] },
  ...more,
});
export const always = (...containers: readonly Container[]): Partial<PodSpec> => ({ containers });
export const sidecar = (container: Container): Container => ({ ...container, restartPolicy: 'Always' });
export const shared = { volumes: [{ name: 'shared', emptyDir: {} }] };
export const inShared = { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] };
/** Fails when it runs for the first time. */
export const SECOND_TIME = '[ -e /shared/seen ] && exit 0; touch /shared/seen; exit 1';

export const READY = { Ready: 'True', ContainersReady: 'True', Initialized: 'True', PodScheduled: 'True' };
export const COMPLETED = {
  ...{ Ready: 'False PodCompleted', ContainersReady: 'False PodCompleted' },
  ...{ Initialized: 'True', PodReadyToStartContainers: 'False' },
};
export const UNREADY = { Ready: 'False ContainersNotReady', ContainersReady: 'False ContainersNotReady' };
export const STARTED = ['Scheduled', 'Pulled', 'Created', 'Started'];
export const crashed = (last: string) => ({ state: 'waiting CrashLoopBackOff', restarts: 1, last, ready: false });
export const succeeds = { phase: 'Succeeded', containers: { main: 'terminated Completed 0' } } as const;
export const creating = { main: 'waiting ContainerCreating' } as const;

/** Waits with this reason and message, and is not made. */
export const refused = (message: string, reason = 'CreateContainerError'): ExpectedPod => ({
  ...{ phase: 'Pending', events: ['Failed'], noEvents: ['Started'] },
  containers: { main: { state: `waiting ${reason}`, message } },
});
/** Is not run by the node at all. */
export const rejected = (reason: string, message: string): ExpectedPod => ({
  ...{ phase: 'Failed', reason, message: `Pod was rejected: ${message}`, containers: {} },
  ...{ events: [reason], noEvents: ['Created', 'FailedCreatePodSandBox'] },
});
/** Succeeds when a line of /proc/self/status is this one. */
export const statusLine = (name: string, value: string): string =>
  `while read -r key value; do [ "$key $value" = "${name}: ${value}" ] && exit 0; done </proc/self/status; exit 1`;

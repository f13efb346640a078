import type { Container, Pod, PodSpec, Probe } from '@kubemin/kubeapi/types/core.v1';

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
  readonly action?: { readonly delete: number } | { readonly debug: Container };
  readonly expected: ExpectedPod;
  /** Rows that are run by `npm test`; the others take longer, or are like one of these. */
  readonly short?: boolean;
  /** What the machine must offer. */
  readonly needs?: 'memoryLimits';
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
    };

/** Names of objects that exist before the rows run. */
export const SETTINGS = { configMap: 'settings', secret: 'login' } as const;
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

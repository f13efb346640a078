import type { Message } from '@kubemin/base/message';
import type { ComponentReason, ComponentStatus } from '@kubemin/client';
import {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  jobWorkload,
  type Readiness,
  statefulSetWorkload,
  type Workload,
} from '@kubemin/engine';
import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, Secret } from '@kubemin/kubeapi/types/core.v1';
import { statusMessages } from '../../messages/index.ts';
import type { ComponentState } from './component-state.ts';
import type { StatusSource } from './status-source.ts';

/** Data runs nowhere: to be in the cluster is all it can do. */
function delivered({ kind }: KubeObject): ComponentState {
  return { status: 'Running', reason: 'Delivered', message: statusMessages.delivered({ kind }), readyReplicas: 0 };
}

/** Settings that are ConfigMaps. */
const configStatus: StatusSource<ConfigMap> = {
  componentTypes: ['config'],
  resource: core.v1.configmaps,
  state: delivered,
};

/** Secrets. */
const secretStatus: StatusSource<Secret> = {
  componentTypes: ['secret'],
  resource: core.v1.secrets,
  state: delivered,
};

const STATUS: Readonly<Record<Readiness['state'], ComponentStatus>> = {
  ready: 'Running',
  waiting: 'Pending',
  failed: 'Failed',
};

/** What a workload's readiness does not include. */
interface StatusOptions<T extends KubeObject> {
  readonly componentTypes: readonly string[];
  readonly readyReplicas: (object: T) => number | undefined;
  /** Why nothing of it runs although all is well; undefined when it is meant to run. */
  readonly stopped?: (object: T) => Message | undefined;
  /** The word for a workload with nothing left to wait for. @default 'Ready' */
  readonly readyReason?: ComponentReason;
}

/** Components that run as a workload: the run that delivers one and later requests judge it the same way. */
function workloadStatus<T extends KubeObject>(workload: Workload<T>, options: StatusOptions<T>): StatusSource<T> {
  return {
    componentTypes: options.componentTypes,
    resource: workload.resource,
    related: workload.related,
    pods: workload.pods,
    state: (object, objects) => {
      const readyReplicas = options.readyReplicas(object) ?? 0;
      const stopped = options.stopped?.(object);
      if (stopped !== undefined) return { status: 'Failed', reason: 'Stopped', message: stopped, readyReplicas };
      const readiness = workload.judge(object, objects);
      const { state, message } = readiness;
      const reason = state === 'ready' ? (options.readyReason ?? 'Ready') : (readiness.trouble ?? 'Progressing');
      return { status: STATUS[state], reason, message, readyReplicas };
    },
  };
}

const scaledToNothing = ({ spec }: { readonly spec?: { readonly replicas?: number } }) =>
  spec?.replicas === 0 ? statusMessages.scaledToZero : undefined;

const suspended = ({ spec }: { readonly spec?: { readonly suspend?: boolean } }) =>
  spec?.suspend === true ? statusMessages.suspended : undefined;

/** Services and workers that run as Deployments. */
export const deploymentStatus = workloadStatus(deploymentWorkload, {
  componentTypes: ['webservice', 'worker'],
  readyReplicas: ({ status }) => status?.readyReplicas,
  stopped: scaledToNothing,
});

/** Stores that run as StatefulSets. */
const storeStatus = workloadStatus(statefulSetWorkload, {
  componentTypes: ['store'],
  readyReplicas: ({ status }) => status?.readyReplicas,
  stopped: scaledToNothing,
});

/** Daemons that run as DaemonSets. */
export const daemonStatus = workloadStatus(daemonSetWorkload, {
  componentTypes: ['daemon'],
  readyReplicas: ({ status }) => status?.numberReady,
});

/** Jobs. */
export const jobStatus = workloadStatus(jobWorkload, {
  componentTypes: ['job'],
  readyReplicas: ({ status }) => status?.ready,
  stopped: suspended,
  readyReason: 'Completed',
});

/** What runs on a schedule, as CronJobs; a job with the schedule trait does. */
export const cronStatus = workloadStatus(cronJobWorkload, {
  componentTypes: ['cron', 'job'],
  readyReplicas: ({ status }) => status?.active?.length,
  stopped: suspended,
  readyReason: 'Scheduled',
});

/** The state of components of the built-in types. */
export const builtinStatusSources: readonly StatusSource[] = [
  deploymentStatus,
  storeStatus,
  daemonStatus,
  // Before jobs: a job that is made by a CronJob is only one of its runs.
  cronStatus,
  jobStatus,
  configStatus,
  secretStatus,
];

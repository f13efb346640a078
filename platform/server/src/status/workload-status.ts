import type { ComponentReason, ComponentStatus } from '@kubemin/client';
import { deploymentWorkload, type Readiness, statefulSetWorkload, type Workload } from '@kubemin/engine';
import type { Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { StatusSource } from './status-source.ts';

const STATUS: Readonly<Record<Readiness['state'], ComponentStatus>> = {
  ready: 'Running',
  waiting: 'Pending',
  failed: 'Failed',
};

/** Components that run as a workload: the run that delivers one and whoever asks later get the same judgement. */
function workloadStatus<T extends Deployment | StatefulSet>(type: string, workload: Workload<T>): StatusSource<T> {
  return {
    componentTypes: [type],
    resource: workload.resource,
    related: workload.related,
    state: (object, objects) => {
      const readyReplicas = object.status?.readyReplicas ?? 0;
      if (object.spec?.replicas === 0) {
        return { status: 'Failed', reason: 'Stopped', message: 'scaled to 0, so nothing runs', readyReplicas };
      }
      const readiness = workload.judge(object, objects);
      const { state, message } = readiness;
      return { status: STATUS[state], reason: reasonOf(readiness), message, readyReplicas };
    },
  };
}

function reasonOf(readiness: Readiness): ComponentReason {
  return readiness.state === 'ready' ? 'Ready' : (readiness.trouble ?? 'Progressing');
}

/** Services that run as Deployments. */
export const webserviceStatus = workloadStatus('webservice', deploymentWorkload);

/** Stores that run as StatefulSets. */
export const storeStatus = workloadStatus('store', statefulSetWorkload);

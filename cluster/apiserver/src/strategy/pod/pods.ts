import { fieldError, podQosClass } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from '../strategy.ts';
import { defaultPodSpec } from './pod-defaults.ts';
import { validatePodSpec } from './pod-spec.ts';
import { podUpdateProblems } from './pod-update.ts';

/** Pods: defaults, quality of service, the few fields that may change, and graceful deletion. */
export const podStrategy: Strategy<Pod> = {
  generation: true,
  deleteReturnsObject: true,
  selectableFields: {
    'spec.nodeName': (pod) => pod.spec?.nodeName ?? '',
    'spec.host': (pod) => pod.spec?.nodeName ?? '',
    'spec.restartPolicy': (pod) => pod.spec?.restartPolicy ?? '',
    'spec.schedulerName': (pod) => pod.spec?.schedulerName ?? '',
    'spec.serviceAccountName': (pod) => pod.spec?.serviceAccountName ?? '',
    'spec.hostNetwork': (pod) => String(pod.spec?.hostNetwork ?? false),
    'status.phase': (pod) => pod.status?.phase ?? '',
    'status.podIP': (pod) => pod.status?.podIP ?? '',
    'status.podIPs': (pod) => pod.status?.podIPs?.map(({ ip }) => ip).join(',') ?? '',
    'status.nominatedNodeName': (pod) => pod.status?.nominatedNodeName ?? '',
  },

  defaults(pod) {
    const spec = defaultPodSpec(pod.spec ?? { containers: [] });
    return { ...pod, spec: { ...spec, enableServiceLinks: spec.enableServiceLinks ?? true } };
  },

  prepareForCreate(pod) {
    const gated = (pod.spec?.schedulingGates?.length ?? 0) > 0;
    const conditions = gated
      ? {
          conditions: [
            {
              type: 'PodScheduled',
              status: 'False',
              reason: 'SchedulingGated',
              message: 'Scheduling is blocked due to non-empty scheduling gates',
            },
          ],
        }
      : {};
    return { ...pod, status: { phase: 'Pending', qosClass: podQosClass(pod.spec), ...conditions } };
  },

  validate: (pod) => validatePodSpec(pod.spec, 'spec'),

  validateCreate: ({ spec }) =>
    (spec?.ephemeralContainers?.length ?? 0) > 0
      ? [fieldError.forbidden('spec.ephemeralContainers', 'cannot be set on create')]
      : [],

  validateUpdate: podUpdateProblems,

  gracePeriod(pod, request) {
    const unscheduled = (pod.spec?.nodeName ?? '') === '';
    if (unscheduled || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 0;
    const asked = request.gracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 30;
    return asked < 0 ? 1 : asked;
  },
};

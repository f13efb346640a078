import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';
import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { defaultPodSpec } from './pod-defaults.ts';
import { qosClassOf } from './pod-qos.ts';
import { validatePodSpec } from './pod-validation.ts';
import type { Strategy } from './strategy.ts';

const UPDATE_RULE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Pods: defaults, quality of service, the few fields that may change, and graceful deletion. */
export const podStrategy: Strategy<Pod> = {
  generation: true,
  deleteAnswersObject: true,
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
    return { ...pod, status: { phase: 'Pending', qosClass: qosClassOf(pod.spec), ...conditions } };
  },

  validate: (pod) => validatePodSpec(pod.spec, 'spec'),

  validateUpdate(pod, current) {
    if (deepEqual(frozenPart(pod.spec), frozenPart(current.spec))) return tolerationProblems(pod, current);
    return [fieldError.forbidden('spec', UPDATE_RULE)];
  },

  gracePeriod(pod, request) {
    const unscheduled = (pod.spec?.nodeName ?? '') === '';
    if (unscheduled || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 0;
    const asked = request.gracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 30;
    return asked < 0 ? 1 : asked;
  },
};

/** The spec without what an update may change: equal before and after, or the update is refused. */
function frozenPart(spec: PodSpec | undefined): unknown {
  if (spec === undefined) return undefined;
  const { activeDeadlineSeconds: _a, tolerations: _t, schedulingGates: _s, ephemeralContainers: _e, ...rest } = spec;
  const withoutImages = (containers: PodSpec['containers'] | undefined): unknown =>
    containers?.map(({ image: _image, ...container }) => container);
  // A gated pod has no node yet: its placement may still be narrowed.
  const gated = (_s?.length ?? 0) > 0;
  const { nodeSelector, affinity, ...fixed } = rest;
  return {
    ...fixed,
    ...(gated ? {} : { nodeSelector, affinity }),
    containers: withoutImages(spec.containers),
    initContainers: withoutImages(spec.initContainers),
  };
}

function tolerationProblems(pod: Pod, current: Pod): readonly FieldError[] {
  const kept = (current.spec?.tolerations ?? []).every((old) =>
    (pod.spec?.tolerations ?? []).some((toleration) => deepEqual(toleration, old)),
  );
  return kept
    ? []
    : [
        fieldError.forbidden(
          'spec.tolerations',
          'existing toleration can not be modified except its tolerationSeconds',
        ),
      ];
}

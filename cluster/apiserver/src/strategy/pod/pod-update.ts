import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { Container, Pod, PodSpec, Toleration } from '@kubemin/kubeapi/types/core.v1';
import type { Problems } from '../field-checks.ts';

const UPDATE_RULE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** The few things that may change in a pod once it exists. */
export function podUpdateProblems(pod: Pod, current: Pod): Problems {
  const next = pod.spec ?? { containers: [] };
  const old = current.spec ?? { containers: [] };
  for (const list of ['containers', 'initContainers'] as const) {
    if ((next[list]?.length ?? 0) !== (old[list]?.length ?? 0)) {
      return [fieldError.forbidden(`spec.${list}`, 'pod updates may not add or remove containers')];
    }
  }
  return [
    ...deadlineProblems(next.activeDeadlineSeconds, old.activeDeadlineSeconds),
    ...tolerationProblems(next.tolerations ?? [], old.tolerations ?? []),
    ...gateProblems(next, old),
    ...(deepEqual(immutablePart(next, old), immutablePart(old, old))
      ? []
      : [fieldError.forbidden('spec', UPDATE_RULE)]),
  ];
}

/** The spec without what an update may change: equal before and after, or the update is refused. */
function immutablePart(spec: PodSpec, old: PodSpec): unknown {
  const {
    activeDeadlineSeconds: _a,
    tolerations: _t,
    schedulingGates: _s,
    ephemeralContainers: _e,
    terminationGracePeriodSeconds: grace = 0,
    nodeSelector,
    affinity,
    ...fixed
  } = spec;
  // A gated pod has no node yet: its placement may still be narrowed.
  const gated = (old.schedulingGates?.length ?? 0) > 0;
  const rescued = (old.terminationGracePeriodSeconds ?? 0) < 0 && grace === 1;
  return {
    ...fixed,
    terminationGracePeriodSeconds: rescued ? old.terminationGracePeriodSeconds : grace,
    ...(gated ? {} : { nodeSelector, affinity }),
    containers: withoutImages(spec.containers),
    initContainers: withoutImages(spec.initContainers),
  };
}

function withoutImages(containers: readonly Container[] | undefined): unknown {
  return containers?.map(({ image: _, ...container }) => container);
}

function deadlineProblems(next: number | undefined, old: number | undefined): Problems {
  if (old === undefined || next === old) return [];
  const path = 'spec.activeDeadlineSeconds';
  if (next === undefined)
    return [fieldError.invalid(path, next, 'must not update from a positive integer to nil value')];
  return next < old ? [] : [fieldError.invalid(path, next, 'must be less than or equal to previous value')];
}

/** Tolerations may be added, and last longer or shorter; none may go. */
function tolerationProblems(next: readonly Toleration[], old: readonly Toleration[]): Problems {
  const kept = old.every((before) => next.some((now) => deepEqual(withoutSeconds(now), withoutSeconds(before))));
  if (kept) return [];
  const rule = 'existing toleration can not be modified except its tolerationSeconds';
  return [fieldError.forbidden('spec.tolerations', rule)];
}

function withoutSeconds({ tolerationSeconds: _, ...toleration }: Toleration): unknown {
  return toleration;
}

function gateProblems(next: PodSpec, old: PodSpec): Problems {
  const before = new Set(old.schedulingGates?.map(({ name }) => name));
  return (next.schedulingGates ?? [])
    .filter(({ name }) => !before.has(name))
    .map(({ name }, index) =>
      fieldError.forbidden(
        `spec.schedulingGates[${index}].name`,
        `only deletion is allowed, but found new scheduling gate '${name}'`,
      ),
    );
}

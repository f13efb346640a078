import { deepEqual, type KubeObject } from '@kubemin/kubeapi';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type {
  Container,
  EphemeralContainer,
  Pod,
  PodTemplate,
  PodTemplateSpec,
  ReplicationController,
} from '@kubemin/kubeapi/types/core.v1';
import { podContainers } from './checks/check.ts';
import { APP_ARMOR_ANNOTATION, SECCOMP_ANNOTATION, SECCOMP_POD_ANNOTATION } from './checks/profiles.ts';

/** The template of the pods that a workload makes; undefined where it has none. */
export function podTemplateIn(object: KubeObject): PodTemplateSpec | undefined {
  if (isPodTemplate(object)) return object.template;
  if (isCronJob(object)) return object.spec?.jobTemplate.spec?.template;
  return isWorkload(object) ? object.spec?.template : undefined;
}

type Workload = ReplicationController | ReplicaSet | Deployment | StatefulSet | DaemonSet | Job;

const WORKLOADS = ['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job'];

function isWorkload(object: KubeObject): object is Workload {
  return WORKLOADS.includes(object.kind ?? '');
}

function isPodTemplate(object: KubeObject): object is PodTemplate {
  return object.kind === 'PodTemplate';
}

function isCronJob(object: KubeObject): object is CronJob {
  return object.kind === 'CronJob';
}

/**
 * Whether an update has to be compared with the policy. Other updates pass also where the pod violates it: labels,
 * finalizers and resources of pods that are older than the policy must stay changeable. Another image counts as well:
 * it is another program with the same rights.
 */
export function isRelevantChange(pod: Pod, old: Pod): boolean {
  return !deepEqual(relevantPart(pod), relevantPart(old));
}

function relevantPart({ metadata, spec = { containers: [] } }: Pod): unknown {
  const { hostNetwork, hostPID, hostIPC, hostUsers, os, runtimeClassName, securityContext, volumes } = spec;
  return {
    ...{ hostNetwork, hostPID, hostIPC, hostUsers, os, runtimeClassName, securityContext, volumes },
    annotations: Object.entries(metadata.annotations ?? {})
      .filter(([key]) => isProfileAnnotation(key))
      .sort(),
    containers: podContainers(spec).map(relevantContainerPart),
  };
}

function relevantContainerPart(container: Container | EphemeralContainer): unknown {
  const { name, image, securityContext, ports, lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  return { name, image, securityContext, ports, lifecycle, livenessProbe, readinessProbe, startupProbe };
}

function isProfileAnnotation(key: string): boolean {
  return key.startsWith(APP_ARMOR_ANNOTATION) || key.startsWith(SECCOMP_ANNOTATION) || key === SECCOMP_POD_ANNOTATION;
}

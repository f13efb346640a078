import { fieldError } from '@kubemin/kubeapi';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import { labels, named, oneOf, type Problems } from '../field-checks.ts';
import { validatePodSpec } from './pod-spec.ts';

/** What a workload asks of its template beyond what every pod needs. */
export interface PodTemplateRules {
  /** The kind, for workloads whose pods run on: those restart always and have no deadline. */
  readonly runsOn?: string;
  /** Volumes the controller adds to each pod. */
  readonly claimedVolumes?: readonly string[];
}

/** A template's pods, and that they suit the workload. */
export function validatePodTemplate(
  template: PodTemplateSpec | undefined,
  path: string,
  rules: PodTemplateRules = {},
): Problems {
  const { metadata, spec } = template ?? {};
  return [
    ...labels(`${path}.labels`, metadata?.labels),
    ...Object.keys(metadata?.annotations ?? {}).flatMap((key) =>
      named(`${path}.annotations`, key.toLowerCase(), 'qualifiedName'),
    ),
    ...validatePodSpec(spec, `${path}.spec`, rules.claimedVolumes),
    ...((spec?.ephemeralContainers?.length ?? 0) > 0
      ? [fieldError.forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
    ...(rules.runsOn === undefined ? [] : lastingProblems(template, path, rules.runsOn)),
  ];
}

function lastingProblems(template: PodTemplateSpec | undefined, path: string, kind: string): Problems {
  const { restartPolicy, activeDeadlineSeconds } = template?.spec ?? {};
  const known = restartPolicy === 'OnFailure' || restartPolicy === 'Never';
  return [
    ...(known ? oneOf(`${path}.spec.restartPolicy`, restartPolicy, ['Always']) : []),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          fieldError.forbidden(
            `${path}.spec.activeDeadlineSeconds`,
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]),
  ];
}

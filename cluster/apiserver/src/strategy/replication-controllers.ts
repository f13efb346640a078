import { fieldError } from '@kubemin/kubeapi';
import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import type { ReplicationController } from '@kubemin/kubeapi/types/core.v1';
import { labels } from './field-checks.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';
import {
  templateMatch,
  validateCounts,
  validateSelectorUnchanged,
  validateWorkloadSelector,
} from './workload-selector.ts';

/** ReplicationControllers: what they leave out comes from their template. */
export const replicationControllerStrategy: Strategy<ReplicationController> = {
  defaultPropagation: 'Orphan',
  selectableFields: { 'status.replicas': (controller) => String(controller.status?.replicas ?? 0) },

  defaults(controller) {
    const { spec = {}, metadata } = controller;
    const own = spec.template?.metadata?.labels;
    return {
      ...controller,
      metadata: { ...metadata, ...(metadata.labels === undefined && own && { labels: own }) },
      spec: {
        ...spec,
        ...(spec.template && { template: defaultPodTemplate(spec.template) }),
        ...(spec.selector === undefined && own && { selector: own }),
        replicas: spec.replicas ?? 1,
      },
    };
  },

  validate({ spec = {} }) {
    const { selector = {}, template } = spec;
    const wrong = labels('spec.selector', selector);
    const selects = Object.keys(selector).length > 0;
    return [
      ...validateCounts(spec),
      ...wrong,
      ...(selects ? [] : [fieldError.required('spec.selector')]),
      ...(template === undefined ? [fieldError.required('spec.template')] : []),
      ...(template !== undefined && selects && wrong.length === 0
        ? templateMatch({ matchLabels: selector }, template)
        : []),
      ...(template === undefined
        ? []
        : validatePodTemplate(template, 'spec.template', { runsOn: 'ReplicationController' })),
    ];
  },
};

/** ReplicaSets. */
export const replicaSetStrategy: Strategy<ReplicaSet> = {
  defaults(set) {
    const { spec } = set;
    if (spec === undefined) return set;
    const template = spec.template && { template: defaultPodTemplate(spec.template) };
    return { ...set, spec: { ...spec, ...template, replicas: spec.replicas ?? 1 } };
  },

  validate: ({ spec }) => [
    ...validateCounts(spec),
    ...validateWorkloadSelector('replicaset', spec?.selector, spec?.template),
    ...(spec?.template === undefined
      ? [fieldError.required('spec.template')]
      : validatePodTemplate(spec.template, 'spec.template', { runsOn: 'ReplicaSet' })),
  ],

  validateUpdate: ({ spec }, current) => validateSelectorUnchanged(spec?.selector, current.spec?.selector),
};

import type { PodTemplate } from '@kubemin/kubeapi/types/core.v1';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import type { Strategy } from './strategy.ts';

/** Pod templates on their own. */
export const podTemplateStrategy: Strategy<PodTemplate> = {
  deleteAnswersObject: true,
  generation: true,
  defaults: (one) => (one.template === undefined ? one : { ...one, template: defaultPodTemplate(one.template) }),
  validate: ({ template }) => validatePodTemplate(template, 'template'),
};

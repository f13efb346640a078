import { type AnyDocument, readParameters } from '@kubemin/model';
import { templateMessages } from '../messages/index.ts';
import type { TemplateFault } from './template-error.ts';
import { matchOverrides, type TemplateOverride } from './template-override.ts';
import { givenParameters } from './template-parameters.ts';

/** All reasons why a template cannot be used as asked; none when it can. */
export function templateFaults(
  template: AnyDocument,
  overrides: readonly TemplateOverride[],
): readonly TemplateFault[] {
  const path = ['template', 'id'];
  if (!template.tmpEnable) {
    const message = templateMessages.notEnabled({ name: template.name });
    return [{ code: 'TEMPLATE_NOT_ENABLED', message, path }];
  }
  if ((template.templates ?? []).length > 0) {
    const message = templateMessages.unresolved({ name: template.name });
    return [{ code: 'TEMPLATE_UNRESOLVED', message, path }];
  }
  if (template.component.length === 0) {
    return [{ code: 'TEMPLATE_EMPTY', message: templateMessages.empty({ name: template.name }), path }];
  }
  return [...matchOverrides(template.component, overrides).faults, ...parameterFaults(template, overrides)];
}

function parameterFaults(template: AnyDocument, overrides: readonly TemplateOverride[]): readonly TemplateFault[] {
  const { values, sources, contradictions } = givenParameters(overrides);
  const { faults } = readParameters(template, values);
  return [
    ...contradictions,
    ...faults.map(({ parameter, ...fault }) => ({
      ...fault,
      override: sources.get(parameter) ?? 0,
      path: ['template', 'parameters', parameter],
    })),
  ];
}

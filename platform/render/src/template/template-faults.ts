import type { AnyDocument } from '@kubemin/model';
import type { TemplateFault } from './template-error.ts';
import { matchOverrides, type TemplateOverride } from './template-override.ts';

/** All reasons why a template cannot be used as asked; none when it can. */
export function templateFaults(
  template: AnyDocument,
  overrides: readonly TemplateOverride[],
): readonly TemplateFault[] {
  const path = ['template', 'id'];
  if (!template.tmpEnable) {
    const message = `The application "${template.name}" is not a template; set its tmpEnable to make it one.`;
    return [{ code: 'TEMPLATE_NOT_ENABLED', message, path }];
  }
  if ((template.templates ?? []).length > 0) {
    const message = `The template "${template.name}" names a template itself, which must be resolved first.`;
    return [{ code: 'TEMPLATE_UNRESOLVED', message, path }];
  }
  if (template.component.length === 0) {
    return [
      { code: 'TEMPLATE_EMPTY', message: `The template "${template.name}" has no components to make anew.`, path },
    ];
  }
  return matchOverrides(template.component, overrides).faults;
}

/**
 * Templates: applications whose components are copied into others. `resolveTemplates` replaces all entries of a
 * document that name one, `instantiateTemplate` copies one template: new names, overrides merged in, references
 * renamed with them. Pure and deterministic, so that saving again gives the same names. Throws `TemplateError` with
 * all reasons.
 */
export { cloneName } from './clone-name.ts';
export {
  instantiateTemplate,
  TEMPLATE_ANNOTATION,
  type TemplateInstance,
  type TemplateRequest,
} from './instantiate-template.ts';
export { type FindTemplate, resolveTemplates, type TemplateResolution } from './resolve-templates.ts';
export { TemplateError, type TemplateErrorCode } from './template-error.ts';
export type { TemplateOverride } from './template-override.ts';

/**
 * Templates that take variables and yield documents.
 */
export {
  instantiateTemplate,
  TEMPLATE_ANNOTATION,
  type TemplateInstance,
  type TemplateRequest,
} from './instantiate-template.ts';
export { type FindTemplate, resolveTemplates, type TemplateResolution } from './resolve-templates.ts';
export { TemplateError, type TemplateErrorCode } from './template-error.ts';
export type { TemplateOverride } from './template-override.ts';

export { builtinRenderRegistry } from './builtin.ts';
export type {
  ComponentContext,
  ComponentRenderer,
  ContainerRequest,
  PodRequest,
  PodResult,
} from './component-renderer.ts';
export type { Schedule } from './cron-job.ts';
export type { Decoration, DecorationContext } from './decoration.ts';
export { type DocumentDiff, diffDocuments } from './diff/diff-documents.ts';
export { diffRenderings } from './diff/diff-renderings.ts';
export { type FieldChange, fieldChanges } from './diff/field-change.ts';
export type { ChangeKind, ExplainedChange, ObjectChange } from './diff/object-change.ts';
export type { GatewayOptions, GatewaySettings, GatewayTargetName } from './gateway/gateway-settings.ts';
export type { RenderIdentity } from './identity.ts';
export { immutableChanges } from './immutable-field.ts';
export { LABEL, type Labels, type Owner, objectAppId as appIdOf, objectOwner as ownerOf } from './managed-labels.ts';
export { REWRITE_TARGET, USE_REGEX } from './nginx-rewrite.ts';
export { type GeneratedName, generatedName } from './object-name.ts';
export { joinSettings, type PodSettings } from './pod-settings.ts';
export type { ComponentRenderers, RenderRegistry, TraitRenderers } from './registry.ts';
export { RenderError, type RenderErrorDetails, type RenderFault } from './render-error.ts';
export type { DataSource, ObjectDraft, OnChange, OnExisting, RenderedObject, Sharing } from './rendered-object.ts';
export { createRenderer, type DocumentRenderer, type Renderer } from './renderer.ts';
export { defaultSettings, type RenderSettings } from './settings.ts';
export {
  instantiateTemplate,
  TEMPLATE_ANNOTATION,
  type TemplateInstance,
  type TemplateRequest,
} from './template/instantiate-template.ts';
export { type FindTemplate, resolveTemplates, type TemplateResolution } from './template/resolve-templates.ts';
export { TemplateError, type TemplateErrorCode } from './template/template-error.ts';
export type { TemplateOverride } from './template/template-override.ts';
export { mergeResults } from './trait-merge.ts';
export type {
  ContainerChanges,
  ServiceChanges,
  ServiceView,
  TraitContext,
  TraitRenderer,
  TraitResult,
  WorkloadView,
} from './trait-renderer.ts';
export { type ObjectName, objectKey, objectName as nameOf } from './update/object-key.ts';
export { planUpdate } from './update/plan-update.ts';
export { TRACKS, type Track } from './update/track.ts';
export type { Gate, UpdatePhase, UpdatePlan } from './update/update-plan.ts';

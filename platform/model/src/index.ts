export { closestName } from '@kubemin/base';
export { DEFAULT_CLUSTER, DEFAULT_VERSION, LONGEST_PROJECT_NAME } from './application.ts';
export { type BuiltinRegistry, builtinRegistry } from './builtin.ts';
export type { ChangeContext } from './change-rules.ts';
export type { CheckContext, SourceKind } from './check-context.ts';
export { type ComponentType, defineComponentType } from './component-type.ts';
export { containerProperties } from './components/container-properties.ts';
export { UPDATE_STRATEGIES, type UpdatePolicy, type UpdateStrategy } from './components/update-policy.ts';
export {
  type Comparison,
  type Condition,
  type ConditionReference,
  holds,
  refersToFailure as looksAtFailure,
} from './condition/condition.ts';
export { type ConditionResult, readCondition } from './condition/condition-parser.ts';
export { type ConfigSource, configSource } from './config-source.ts';
export { deriveWorkflow } from './derive-workflow.ts';
export { toDnsLabel } from './dns-name.ts';
export type {
  AnyComponent,
  AnyDocument,
  AppDocument,
  Component,
  ComponentOf,
  PropertiesData,
  TraitData,
} from './document.ts';
export { type DocumentPath, formatPath } from './document-path.ts';
export type { DocumentFormat } from './document-printer.ts';
export { duration, durationMs } from './duration.ts';
export { componentEndpoint as endpointOf, type Endpoint, type EndpointChanges, type Reachable } from './endpoint.ts';
export type { ExclusiveName, NamingContext } from './exclusive-name.ts';
export type { ExtraField, UnknownFieldPolicy } from './extra-field.ts';
export { type FieldHints, field } from './field.ts';
export type {
  DocumentForm,
  FieldGroup,
  FieldOption,
  FormField,
  FormSection,
  TraitSection,
  Widget,
} from './form/form-field.ts';
export { defineJobType, type WorkflowJobType } from './job-type.ts';
export {
  createModel,
  type DocumentReader,
  type Model,
  type ParseResult,
  type ProfileParseResult,
  type ReadingOptions,
  type TextReadingOptions,
} from './model.ts';
export { defineContainerTrait, type NestedTraits, type Nesting, pointlessReason } from './nesting.ts';
export type { Position, Problem, Severity } from './problem.ts';
export { type ProblemCode, problemCodes } from './problem-code.ts';
export { type Finding, type Report, toProblem } from './problem-list.ts';
export { type ProblemText, shortList, suggestion, toMessage } from './problem-text.ts';
export {
  type ProfileReference,
  type Profiles,
  type ProfileUse,
  profileName,
  profileReferences,
  type TraitProfile,
} from './profile.ts';
export { type ExpectedSource, expectSource, reference } from './reference.ts';
export { type ExtendedRegistry, extendRegistry, type ModelRegistry, type RegistryAdditions } from './registry.ts';
export { rejectedIssue, rejection } from './rejection.ts';
export type { RetryPolicy } from './retry.ts';
export { backendPort } from './route-backend.ts';
export { maskDocument, type UnmaskedDocument, unmaskDocument } from './secrets/masked-document.ts';
export { Redactor, SECRET_MASK } from './secrets/redactor.ts';
export { type SecretPlace, secretPlaces, secretsIn, secretValues } from './secrets/secret-places.ts';
export { aiEvalStep } from './steps/ai-eval.ts';
export { approvalStep } from './steps/approval.ts';
export { builtinStepDeclarations } from './steps/builtin.ts';
export { cleanupStep } from './steps/cleanup.ts';
export {
  type DeclaredStepType,
  declareStepType,
  type StepWording,
  stepTypeDeclarations,
} from './steps/declared-step-type.ts';
export { httpStep } from './steps/http.ts';
export { notifyStep } from './steps/notify.ts';
export { pauseStep } from './steps/pause.ts';
export { onUnschedulable, podProperties } from './steps/pod-properties.ts';
export { podWording } from './steps/pod-wording.ts';
export { scriptStep, taskStep } from './steps/script.ts';
export { waitReadyStep } from './steps/wait-ready.ts';
export { describeSyntaxError, maskExcerpt, type SyntaxFault } from './syntax-fault.ts';
export type { TemplateEntry } from './template-entry.ts';
export { type ContainerTrait, defineTrait, type Trait, type TraitOwner, type TraitScope } from './trait.ts';
export { type GatewayEntry, type RouteBackend, routeBackends } from './traits/gateway-entry.ts';
export { type FieldWording, type Text, type Wording, word } from './wording/wording.ts';
export type { OnFailure, StepInput, StepOutput, WorkflowMode, WorkflowStep, WorkflowSubStep } from './workflow-step.ts';

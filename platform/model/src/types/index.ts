/**
 * Component types and traits with their schemas and rules, and the registry that has them: `builtinRegistry`, larger
 * ones by `extendRegistry`, which throws if a name is taken. The order of `traits` is the order of processing. The
 * types of documents (`AppDocument`) follow from the registry. `parseComponent` reads one component; parts that a
 * schema rejects are reported and left out, so that one error hides no other.
 */
export { type BuiltinRegistry, builtinRegistry } from './builtin.ts';
export { type ChangeContext, checkChanges } from './change-rules.ts';
export type { CheckContext, SourceKind } from './check-context.ts';
export { type ComponentParserOptions, type ParsedComponent, parseComponent } from './component-parser.ts';
export { ComponentSchemas, componentFields } from './component-schema.ts';
export { type ComponentType, defineComponentType } from './component-type.ts';
export { containerProperties } from './components/container-properties.ts';
export { UPDATE_STRATEGIES, type UpdatePolicy, type UpdateStrategy } from './components/update-policy.ts';
export { type ConfigSource, configSource } from './config-source.ts';
export type {
  AnyComponent,
  AnyDocument,
  AppDocument,
  Component,
  ComponentOf,
  PropertiesData,
  TraitData,
} from './document.ts';
export { componentEndpoint, type Endpoint, type EndpointChanges, type Reachable } from './endpoint.ts';
export { checkExclusiveNames, type ExclusiveName, type NamingContext } from './exclusive-name.ts';
export { validate } from './issue.ts';
export { defineJobType, type WorkflowJobType } from './job-type.ts';
export { defineContainerTrait, type NestedTraits, type Nesting, pointlessReason } from './nesting.ts';
export {
  type ProfileReference,
  type Profiles,
  type ProfileUse,
  profileName,
  profileReferences,
  type TraitProfile,
  withProfiles,
} from './profile.ts';
export { type ExpectedSource, expectSource, reference } from './reference.ts';
export { type ExtendedRegistry, extendRegistry, type ModelRegistry, type RegistryAdditions } from './registry.ts';
export { backendPort } from './route-backend.ts';
export { OriginalPlaces, validateFields } from './salvage.ts';
export {
  carriedEntries,
  isTemplateEntry,
  TEMPLATE_TRAITS,
  type TemplateEntry,
  templateReference,
  withEntries,
  withoutOpenQuestions,
} from './template-entry.ts';
export { parseTemplateEntry } from './template-entry-parser.ts';
export { type ContainerTrait, defineTrait, type Trait, type TraitOwner, type TraitScope } from './trait.ts';
export { checkTraits, effectiveTraits } from './trait-rules.ts';
export { resources } from './traits/container.ts';
export { type GatewayEntry, type RouteBackend, routeBackends } from './traits/gateway-entry.ts';

/**
 * What controllers declare and record: `defineCustomResource` derives types, CustomResourceDefinition and validation
 * from one schema; `installDefinitions` applies definitions; `controllerRules` lists RBAC rules; `createScope` limits
 * which objects a manager reconciles. `EventSink` writes Events in the background: recording never waits and never
 * throws, equal events are counted in one Event, and events beyond the limits are dropped.
 */
export { type MissingDefinition, missingDefinitions } from './crd-check.ts';
export { type InstalledDefinition, type InstallOptions, installDefinitions } from './crd-install.ts';
export { type CustomObject, type DeepReadonly, isCustomResource } from './custom-object.ts';
export {
  type CustomResource,
  defineCustomResource,
  type ObjectOf,
  type ResourceDeclaration,
  type TableColumn,
} from './custom-resource.ts';
export { crdYaml } from './definition.ts';
export type { EventOrigin, EventRecorder, RecordedEvent } from './events/event-recorder.ts';
export { EventSink, type EventSinkOptions } from './events/event-sink.ts';
export { APIEXT_RULES, controllerRules, LEADER_RULES, MANAGER_RULES } from './rbac-rules.ts';
export { ResourceSet } from './resource-set.ts';
export { type KeyPattern, parseKeyPattern } from './scope/key-pattern.ts';
export { type LabelRouting, MAIN_ID, ROUTING_LABEL } from './scope/label-routing.ts';
export { createScope, PAUSE_ANNOTATION, type ReconcileScope } from './scope/reconcile-scope.ts';
export { type TermInfo, unelectedTerm } from './term-info.ts';

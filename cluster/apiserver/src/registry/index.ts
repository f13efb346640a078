/**
 * Resources that are served, and the generic path of reads and writes. `ResourceTable` has the resources,
 * `ObjectRegistry` makes every write of every kind: defaults, admission, validation, field ownership, then a
 * compare-and-set that is repeated after a lost race. So functions that change objects and admission plug-ins may run
 * more than once. A write resolves when the cache shows it. Objects are frozen and shared. Also selection, tables,
 * conversion and the `AdmissionPlugin` interface.
 */
export { negotiateObjectForm, negotiateResponseFormat, type ResponseFormat } from './accept.ts';
export {
  type AdmissionContext,
  type AdmissionFactory,
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  isAbout,
  MutationRepeat,
  type ObjectView,
} from './admission.ts';
export { AdmissionChain } from './admission-chain.ts';
export { isDryRun, objectResponse, placeOfCall, type ResourceCall, type ServerParts } from './call.ts';
export { alternateVersion } from './conversions/builtin-conversions.ts';
export type { DeleteOptions, PropagationPolicy } from './deletion.ts';
export { type AppliedConfig, FieldTracker, ownershipScope } from './fields/field-tracker.ts';
export { type FieldWrite, requestFieldManager, updateBy } from './fields/field-write.ts';
export { convertVersion, type ObjectConversion, type RemoteConversion } from './object-conversion.ts';
export { decodeObject, undecodable, wronglyRounded } from './object-decoder.ts';
export { ObjectRegistry } from './object-registry.ts';
export { conform, copyJson, type Shaped, ShapeError } from './object-shape.ts';
export { ObjectStore, objectPlace } from './object-store.ts';
export { convertList, createResourceReader, type ResourceReader } from './resource-reader.ts';
export { ResourceTable } from './resource-table.ts';
export {
  isProxyPath,
  isTrue,
  parseRoute,
  type RequestVerb,
  type ResourceRoute,
  type Route,
  requestVerb,
} from './route.ts';
export { parseSelection, type Selection } from './selection.ts';
export { type ServedResource, servedResource } from './served-resource.ts';
export type { ServiceConnections, ServicePort } from './service-connections.ts';
export { type Subresource, SubresourceTable } from './subresource.ts';
export type { Cell, Column, Columns } from './table/column.ts';
export { AGE, NAME } from './table/common-columns.ts';
export { formatAge } from './table/duration.ts';
export { partialList, partialObject, TableWriter } from './table/table-writer.ts';
export type { UpdateTarget } from './update.ts';
export { servedVirtual, type VirtualResource } from './virtual-resource.ts';
export { addWarnings, Warnings } from './warnings.ts';

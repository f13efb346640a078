/**
 * The rules of the Kubernetes API: selectors, patches (JSON Patch, merge patch, strategic merge patch), quantities,
 * errors with the reasons and codes of Kubernetes (`StatusError`), and what pods and nodes request. Patches are pure:
 * neither argument is changed, and the result may share parts with both. Also the interfaces by which API server,
 * controllers and nodes meet (`CertificateAuthority`, `NodeConnections`).
 */
export { type Amounts, addAmounts, parseAmounts } from './amounts.ts';
export { type FieldRequirement, formatFieldSelector, parseFieldSelector } from './field-selector.ts';
export type { CertificateAuthority, NodeConnections, RequestedSubject } from './host-services.ts';
export { applyJsonPatch } from './json-patch.ts';
export { type JsonPatchOperation, MAX_JSON_PATCH_OPERATIONS } from './json-patch-operation.ts';
export { type LabelOperator, type LabelRequirement, LabelSelector, labelSelectorFromObject } from './label-selector.ts';
export { formatLabelSelector, parseLabelSelector } from './label-selector-text.ts';
export { applyMergePatch } from './merge-patch.ts';
export { metricsApi, type NodeMetrics, type PodMetrics, type ResourceUsage } from './metrics-api.ts';
export { mayNodeLabelItself, nodeRoles } from './node/node-label.ts';
export { matchesAnyTerm, matchesTerm, podSelectsNode } from './node/node-selection.ts';
export { tolerates } from './node/toleration.ts';
export { PatchError, type PatchErrorCode } from './patch-error.ts';
export { BASELINE_CAPABILITIES, type HostPort, podHostPorts, TakenPorts } from './pod/host-port.ts';
export { podQosClass } from './pod/pod-qos.ts';
export { podPeak, podRequests } from './pod/pod-requests.ts';
export { podStatusText } from './pod/pod-status-text.ts';
export { SelectorError } from './selector-error.ts';
export { ignoreNotFound, isRetryable, isStatusError, StatusError, type StatusReason } from './status-error.ts';
export {
  alreadyExists,
  applyConflict,
  badRequest,
  conflict,
  expired,
  forbidden,
  internal,
  invalid,
  methodNotAllowed,
  notAcceptable,
  notFound,
  pathNotFound,
  requestEntityTooLarge,
  serviceUnavailable,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from './status-errors.ts';
export { isStatus, statusErrorFromResponse } from './status-response.ts';
export { applyStrategicMergePatch } from './strategic-merge-patch.ts';

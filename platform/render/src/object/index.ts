/**
 * What renderers and consumers of a rendering share: `RenderedObject` (an object, and what delivery does if it exists
 * or differs), names, labels, tracks and settings. `ObjectSet` throws a `RenderError` if two parts of an application
 * need one name. Generated names and labels identify objects that are in clusters already, and the labels of selectors
 * are immutable there: changing them would leave existing objects behind.
 */

export {
  LABEL,
  type Labels,
  managedLabels,
  type Owner,
  objectAppId,
  objectOwner,
  selectorLabels,
} from './managed-labels.ts';
export {
  type GeneratedName,
  generatedName,
  LONGEST_CRON_JOB_NAME,
  LONGEST_STATEFUL_SET_NAME,
  partName,
  type RenderIdentity,
  rfc1123,
  shortened,
} from './object-name.ts';
export { immutableChanges, ObjectSet } from './object-set.ts';
export { RenderError, type RenderErrorDetails, type RenderFault } from './render-error.ts';
export {
  type DataSource,
  given,
  type ObjectDraft,
  type OnChange,
  type OnExisting,
  type RenderedObject,
  type Sharing,
} from './rendered-object.ts';
export {
  defaultSettings,
  type GatewayOptions,
  type GatewaySettings,
  type GatewayTargetName,
  type RenderSettings,
} from './settings.ts';
export { currentTrack, onTrack, otherTrack, pinned, TRACKS, type Track, trackLabel } from './track.ts';
export { isAutoscaler, isDaemonSet, isDeployment, isService, isStatefulSet, isWorkload } from './workload.ts';

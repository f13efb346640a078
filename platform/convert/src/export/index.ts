/**
 * Writes a rendered application (`ApplicationExport`) as files (`FileMap`): plain manifests, a Kustomize base or a
 * Helm chart; `exporters` has them by name. Pure, and objects are in an order in which they can be applied. Secret
 * values may be masked in the input: manifests and Kustomize write a mask of a Secret as text that is not base64, so
 * that an API server rejects the Secret until the value is filled in.
 */
export type { ApplicationExport, FileMap } from './out/application-export.ts';
export { type Exporter, exporters, toKustomize, toManifests } from './out/exporters.ts';
export { toHelm } from './out/helm/to-helm.ts';

/**
 * Writes documents as manifests, Kustomize or Helm.
 */
export type { ApplicationExport, FileMap } from './out/application-export.ts';
export { type Exporter, exporters, toKustomize, toManifests } from './out/exporters.ts';
export { toHelm } from './out/helm/to-helm.ts';

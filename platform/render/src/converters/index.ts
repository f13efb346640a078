export { importCompose } from './compose/import-compose.ts';
export type { ComponentInput, DocumentInput, Imported, ImportOptions } from './imported.ts';
export type { ApplicationExport, FileMap } from './out/application-export.ts';
export { type Exporter, exporters } from './out/exporters.ts';
export { toHelm } from './out/helm/to-helm.ts';
export { toKustomize } from './out/to-kustomize.ts';
export { toManifests } from './out/to-manifests.ts';
export { ImportError, type ImportErrorCode } from './source/import-error.ts';
export type { NotCarried } from './source/not-carried.ts';

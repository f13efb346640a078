/**
 * Conversions of Compose, Score, Kubernetes manifests and Minik8s files to application documents, and of applications to manifests,
 * Kustomize and Helm. Pure: texts in, texts out. What cannot be carried over is returned with its path and the reason
 * (`NotCarried`), never dropped silently.
 */
export { importCompose } from './compose/import-compose.ts';
export type { ComponentInput, DocumentInput, DocumentJudge, Imported, ImportOptions } from './imported.ts';
export { detectFormat, type Importer, type ImportFormat, importers, importText } from './importers.ts';
export { importManifests } from './manifests/read-objects.ts';
export { type NativeManifest, type NativeManifests, nativeManifests } from './minik8s/native-manifests.ts';
export { importMinik8s } from './minik8s/native-objects.ts';
export type { ApplicationExport, FileMap } from './out/application-export.ts';
export { type Exporter, exporters, toKustomize, toManifests } from './out/exporters.ts';
export { toHelm } from './out/helm/to-helm.ts';
export { importScore } from './score/import-score.ts';
export { ImportError, type ImportErrorCode } from './source/import-error.ts';
export type { NotCarried } from './source/not-carried.ts';

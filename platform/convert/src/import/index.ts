/**
 * Reads other formats (Compose, Kubernetes manifests, Score) as application documents, and reports what it could
 * not take over.
 */
export { importCompose } from './compose/import-compose.ts';
export type { ComponentInput, DocumentInput, DocumentJudge, Imported, ImportOptions } from './imported.ts';
export { importManifests } from './manifests/read-objects.ts';
export { type NativeManifest, type NativeManifests, nativeManifests } from './minik8s/native-manifests.ts';
export { importMinik8s, looksLikeMinik8s } from './minik8s/native-objects.ts';
export { importScore } from './score/import-score.ts';
export { ImportError, type ImportErrorCode } from './source/import-error.ts';
export type { NotCarried } from './source/not-carried.ts';
export { Part } from './source/part.ts';
export { readSource } from './source/source.ts';

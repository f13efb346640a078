/**
 * Converts texts of other formats to application documents: Compose, Score, Kubernetes manifests, Minik8s. Each
 * converter returns `Imported`: the document, and every value of the text that is not in it or changed its meaning
 * (`NotCarried`). A `ConversionRecord` tracks which values were read, so a field that a converter does not know is
 * listed as well. Parts that the model rejects are removed and listed. Throws `ImportError` for a text that cannot be
 * read at all.
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

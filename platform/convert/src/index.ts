/**
 * Conversions of Compose, Score, Kubernetes manifests and Minik8s files to application documents (`importText`), and
 * of rendered applications to manifests, Kustomize and Helm (`exporters`). Pure: texts in, texts out. What cannot be
 * carried over is returned with its path and the reason (`NotCarried`), never dropped silently.
 */
export {
  type ApplicationExport,
  type Exporter,
  exporters,
  type FileMap,
  toHelm,
  toKustomize,
  toManifests,
} from './export/index.ts';
export {
  type ComponentInput,
  type DocumentInput,
  type DocumentJudge,
  ImportError,
  type ImportErrorCode,
  type Imported,
  type ImportOptions,
  importCompose,
  importManifests,
  importMinik8s,
  importScore,
  type NativeManifest,
  type NativeManifests,
  type NotCarried,
  nativeManifests,
} from './import/index.ts';
export { detectFormat, type Importer, type ImportFormat, importers, importText } from './importers.ts';

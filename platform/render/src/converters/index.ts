export { importCompose } from './compose/import-compose.ts';
export type { ComponentInput, DocumentInput, Imported, ImportOptions } from './imported.ts';
export { ImportError, type ImportErrorCode } from './source/import-error.ts';
export type { NotCarried } from './source/not-carried.ts';

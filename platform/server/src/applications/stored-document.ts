import { TerminalError } from '@kubemin/base';
import type { AnyDocument } from '@kubemin/model';

/** Reads a canonical document back from its column. The server wrote it itself, so this only guards against rows it did not write. */
export function readStoredDocument(text: string, where: string): AnyDocument {
  const value: unknown = JSON.parse(text);
  if (isDocument(value)) return value;
  throw new TerminalError(`the stored document of ${where} is not an application document; restore the database`, {
    code: 'STORED_DOCUMENT_BROKEN',
  });
}

function isDocument(value: unknown): value is AnyDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'component' in value &&
    Array.isArray(value.component) &&
    'workflow' in value &&
    Array.isArray(value.workflow)
  );
}

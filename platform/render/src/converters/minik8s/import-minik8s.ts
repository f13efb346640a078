import type { Imported, ImportOptions } from '../imported.ts';
import { readObjects } from '../manifests/read-objects.ts';
import { ImportError } from '../source/import-error.ts';
import { readSource } from '../source/source.ts';
import { validated } from '../validated.ts';
import { nativeObjects } from './native-objects.ts';

const UNREAD = 'KubeMin has nothing that means the same.';

/** The dialect of Minik8s → an application, by way of the Kubernetes objects it means. */
export function importMinik8s(text: string, options: ImportOptions = {}): Imported {
  const { documents, root, ledger } = readSource(text);
  const document = readObjects(nativeObjects(documents), options);
  if (document.component.length === 0) {
    const message = 'No object of this text can become a component: there is no Pod and no ReplicaSet in it.';
    throw new ImportError(message, { code: 'IMPORT_NOTHING_FOUND' });
  }
  return validated(document, ledger.settle(root, UNREAD), options);
}

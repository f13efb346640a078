import type { Imported, ImportOptions } from '../imported.ts';
import { ImportError } from '../source/import-error.ts';
import { readSource } from '../source/source.ts';
import { validated } from '../validated.ts';
import { readObjects } from './read-objects.ts';

const UNREAD = 'KubeMin has nothing that means the same.';

/** Plain Kubernetes objects → an application: workloads become components, what belongs to them their traits. */
export function importManifests(text: string, options: ImportOptions = {}): Imported {
  const { documents, root, ledger } = readSource(text);
  const document = readObjects(documents, options);
  if (document.component.length === 0) {
    const message = 'No object of this text can become a component: there is no workload, ConfigMap or Secret in it.';
    throw new ImportError(message, { code: 'IMPORT_NOTHING_FOUND' });
  }
  return validated(document, ledger.settle(root, UNREAD), options);
}

import type { Imported, ImportOptions } from '../imported.ts';
import { ImportError } from '../source/import-error.ts';
import { readSource } from '../source/source.ts';
import { validated } from '../validated.ts';
import { DataSources } from './data-sources.ts';
import { readDependencies } from './dependencies.ts';
import { interpolate } from './interpolation.ts';
import { ComposeProject } from './project.ts';
import { readService } from './service.ts';
import { VolumeBook } from './volume-book.ts';

const UNREAD = 'KubeMin has nothing that means the same.';
const NETWORKS = 'All components of an application reach each other by name; there are no further networks.';

/** Docker Compose (version 3 and the Compose Specification) → an application of one component per service. */
export function importCompose(text: string, options: ImportOptions = {}): Imported {
  const { root: written, documents, ledger } = readSource(text);
  if (documents.length !== 1 || !written.at('services').isMap) {
    const message = 'This is not a Compose file: it has no "services".';
    throw new ImportError(message, { code: 'IMPORT_UNKNOWN_FORMAT' });
  }
  const root = interpolate(written, options.variables ?? {});
  const project = new ComposeProject(root, options);
  root.at('version').accept();
  root.at('networks').omit(NETWORKS);
  const volumes = new VolumeBook(project);
  const configs = new DataSources('config', project);
  const secrets = new DataSources('secret', project);
  const { waits, awaited } = readDependencies(project);
  const needed = new Set([...waits.values()].flat());
  const services = root.at('services').entries.map(([name, service]) =>
    readService(name, service, {
      project,
      volumes,
      configs,
      secrets,
      dependsOn: waits.get(name) ?? [],
      isNeeded: needed.has(name),
      isAwaited: awaited.has(name),
    }),
  );
  const component = [...configs.components, ...secrets.components, ...services];
  return validated({ name: project.name, component }, ledger.settle(written, UNREAD), options);
}

import { composeMessages, convertMessages } from '../../messages/index.ts';
import type { Imported, ImportOptions } from '../imported.ts';
import { ImportError } from '../source/import-error.ts';
import type { Part } from '../source/part.ts';
import { readSource } from '../source/source.ts';
import { validated } from '../validated.ts';
import { ComposeVolumes } from './compose-volumes.ts';
import { DataSources } from './data-sources.ts';
import { readDependencies } from './dependencies.ts';
import { ComposeProject } from './project.ts';
import { readService } from './service.ts';

const UNREAD = convertMessages.nothingSimilar;
const NETWORKS = composeMessages.networks;

/** Docker Compose (version 3 and the Compose Specification) → an application of one component per service. */
export function importCompose(text: string, options: ImportOptions = {}): Imported {
  const { root: written, documents, record } = readSource(text);
  if (documents.length !== 1 || !written.at('services').isMap) {
    const message = composeMessages.notCompose;
    throw new ImportError(message, { code: 'IMPORT_UNKNOWN_FORMAT' });
  }
  const root = interpolate(written, options.variables ?? {});
  const project = new ComposeProject(root, options);
  root.at('version').accept();
  root.at('networks').omit(NETWORKS);
  const volumes = new ComposeVolumes(project);
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
  return validated({ name: project.name, component }, record.settle(written, UNREAD), options);
}

const VARIABLE = /\$(?:\$|\{([A-Za-z_]\w*)(?:(:?[-?+])((?:[^{}]|\{[^{}]*\})*))?\}|([A-Za-z_]\w*))/g;

/**
 * Replaces `$NAME`, `${NAME}`, `${NAME:-default}` and their relatives as Compose does. A variable without value and
 * default stays as it is written, and is listed: an empty text in its place would only fail later and less clearly.
 */
function interpolate(root: Part, variables: Readonly<Record<string, string>>): Part {
  const known = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  const replace = (text: string, part: Part): string =>
    text.replaceAll(VARIABLE, (whole, braced?: string, operator?: string, word?: string, bare?: string) => {
      const name = braced ?? bare;
      if (name === undefined) return '$';
      const value = known(name);
      const set = operator?.startsWith(':') ? (value ?? '') !== '' : value !== undefined;
      if (operator?.endsWith('+')) return set ? replace(word ?? '', part) : '';
      if (set && value !== undefined) return value;
      if (operator?.endsWith('-')) return replace(word ?? '', part);
      part.note(convertMessages.variable({ name }), composeMessages.variableEmpty({ placeholder: whole }));
      return whole;
    });
  return root.mapTexts(replace);
}

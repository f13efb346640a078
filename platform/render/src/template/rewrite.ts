import { ownEntry } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { type Renames, renameAddresses } from './address.ts';
import { ownName } from './clone-name.ts';

/** What a component of a template becomes part of. */
export interface Clone {
  readonly app: string;
  readonly namespace: string;
  /** The component's own name, in the template and in the application. */
  readonly old: string;
  readonly name: string;
  readonly renames: Renames;
}

/** Fields of a trait that name something the component owns: two clones must not meet in it. */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  ingress: ['name'],
  gateway: ['name'],
  service: ['name'],
  rbac: ['serviceAccount', 'roleName', 'bindingName'],
};
/** What a variable takes its value from, by name. */
const SOURCES = ['secret', 'config'];
/** Names that mean something inside the pod alone. */
const LOCAL = ['init', 'sidecar'];
/** Maps and values in which addresses stand. */
const TEXTS = ['env', 'conf', 'secret', 'static', 'command', 'args'];
const REFERENCE = /(Name|Secrets?|^component)$/;
/** Maps whose keys and values are the user's own. */
const FREE = /^(labels?|annotations|headers|nodeSelector|data)$|(Labels|Annotations)$/;

/** A part of a template's component with everything it refers to renamed. `key` is the field it stands in. */
export function rewritten(value: unknown, clone: Clone, key = ''): unknown {
  // `secret` is the data of a secret and also a reference to one, which has a name.
  if (TEXTS.includes(key) && !isReference(value)) return addressed(value, clone, key);
  if (FREE.test(key)) return value;
  if (isJsonArray(value)) return value.map((item) => rewritten(item, clone, key));
  if (isJsonObject(value)) return key === 'storage' ? volume(value, clone) : fields(value, clone, key);
  return typeof value === 'string' && REFERENCE.test(key) ? (clone.renames.get(value) ?? value) : value;
}

function isReference(value: unknown): boolean {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.key === 'string';
}

function addressed(value: unknown, clone: Clone, key: string): unknown {
  if (typeof value === 'string') return renameAddresses(value, clone.renames, key);
  if (isJsonArray(value)) return value.map((item) => addressed(item, clone, ''));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, addressed(item, clone, name)]));
}

function fields(map: JsonObject, clone: Clone, trait: string): unknown {
  const owned = ownEntry(OWNED, trait) ?? [];
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => {
      if (typeof value !== 'string') return [key, rewritten(value, clone, key)];
      if (owned.includes(key)) return [key, ownName(value, clone)];
      if (LOCAL.includes(trait) && key === 'name') return [key, localName(value, clone)];
      if (SOURCES.includes(trait) && key === 'name') return [key, clone.renames.get(value) ?? value];
      // Whatever namespace the template was made in, its clone lives in the application's.
      if (key === 'namespace') return [key, clone.namespace];
      return [key, rewritten(value, clone, key)];
    }),
  );
}

function localName(text: string, clone: Clone): string {
  return text === clone.old || text.startsWith(`${clone.old}-`) ? ownName(text, clone) : text;
}

/** Claims are found by the names of their volumes; other volumes mean something inside the pod alone. */
function volume(entry: JsonObject, clone: Clone): unknown {
  const { name, claimName, sourceName } = entry;
  const text = (value: unknown, rename: (given: string) => string) =>
    typeof value === 'string' ? rename(value) : value;
  const own = (given: string) => (entry.type === 'persistent' ? ownName(given, clone) : localName(given, clone));
  const reference = (given: string) => clone.renames.get(given) ?? given;
  return {
    ...entry,
    ...(name === undefined ? {} : { name: text(name, own) }),
    ...(claimName === undefined ? {} : { claimName: text(claimName, reference) }),
    ...(sourceName === undefined ? {} : { sourceName: text(sourceName, reference) }),
  };
}

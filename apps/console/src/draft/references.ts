import { isRecord } from '@kubemin/base';
import { findComponent, readComponents, readString } from './document.ts';
import { getAt, type JsonObject, type Path } from './json.ts';
import { type Operation, removeValue, setValue } from './operations.ts';

/** A trait of one component that names another one. */
export interface Reference {
  /** The component that is named. */
  readonly from: string;
  /** The component that has the trait. */
  readonly to: string;
  readonly trait: string;
  /** The entry of the trait. */
  readonly path: Path;
}

/** All references between components of the document by their traits. */
export function readReferences(document: JsonObject): readonly Reference[] {
  const components = readComponents(document);
  const names = new Set(components.map(({ name }) => name));
  return components.flatMap(({ index, name, value }) => {
    const traits = isRecord(value.traits) ? value.traits : {};
    return Object.entries(traits).flatMap(([trait, data]) => {
      if (!Array.isArray(data)) return [];
      return data.flatMap((entry, at) =>
        [...new Set(namedComponents(trait, entry))]
          .filter((from) => names.has(from) && from !== name)
          .map((from) => ({ from, to: name, trait, path: ['component', index, 'traits', trait, at] })),
      );
    });
  });
}

function namedComponents(trait: string, entry: unknown): readonly string[] {
  switch (trait) {
    case 'envFrom':
    case 'storage':
      return [readString(getAt(entry, ['sourceName']))];
    case 'envs':
      return ['secret', 'config'].map((kind) => readString(getAt(entry, ['valueFrom', kind, 'name'])));
    case 'ingress':
    case 'gateway': {
      const routes = getAt(entry, ['routes']);
      return Array.isArray(routes) ? routes.map((route) => readString(getAt(route, ['backend', 'serviceName']))) : [];
    }
    default:
      return [];
  }
}

/** How a workload uses a config or a secret. */
export type Usage =
  | { readonly kind: 'allVariables' }
  | { readonly kind: 'oneVariable'; readonly key: string; readonly variable: string }
  | { readonly kind: 'files'; readonly mountPath: string };

/** Writes the trait by which a component uses a config or a secret. */
export function useSource(source: string, component: string, usage: Usage): Operation {
  return (document) => {
    const found = findComponent(document, component);
    const type = findComponent(document, source)?.type;
    if (found === undefined || (type !== 'config' && type !== 'secret')) return document;
    const append = (trait: string, entry: unknown): JsonObject => {
      const path: Path = ['component', found.index, 'traits', trait];
      const list = getAt(document, path);
      return setValue(path, [...(Array.isArray(list) ? list : []), entry])(document);
    };
    switch (usage.kind) {
      case 'allVariables':
        return append('envFrom', { type, sourceName: source });
      case 'oneVariable':
        return append('envs', { name: usage.variable, valueFrom: { [type]: { name: source, key: usage.key } } });
      case 'files':
        return append('storage', { name: source, type, sourceName: source, mountPath: usage.mountPath });
    }
  };
}

/** Removes the entry of a trait that a reference comes from; a trait without entries goes too. */
export function removeReference({ path }: Reference): Operation {
  return (document) => {
    const trait = path.slice(0, -1);
    const list = getAt(document, trait);
    return Array.isArray(list) && list.length === 1 ? removeValue(trait)(document) : removeValue(path)(document);
  };
}

import type { RenderedObject } from '../../../rendered-object.ts';
import type { ChartValues } from './chart-values.ts';
import { ValueReference } from './template-text.ts';

/** What one value of an object is replaced with; undefined leaves it. */
type Rule = (place: Place) => ValueReference | undefined;

interface Place {
  readonly key: string;
  readonly value: unknown;
  readonly path: readonly string[];
  /** The object the value is a field of. */
  readonly parent: Readonly<Record<string, unknown>>;
  readonly component: string;
  readonly values: ChartValues;
}

const WORKLOADS = ['Deployment', 'StatefulSet'];
const CONTAINER_LISTS = ['containers', 'initContainers'];

function isContainer({ path, parent }: Place): boolean {
  const list = path.at(-3);
  return list !== undefined && CONTAINER_LISTS.includes(list) && typeof parent.name === 'string';
}

const RULES: Readonly<Record<string, Rule>> = {
  image: (place) => {
    if (!isContainer(place) || typeof place.value !== 'string') return undefined;
    const path = ['components', place.component, 'images', String(place.parent.name)];
    return new ValueReference(place.values.set(path, place.value), 'text');
  },
  resources: (place) => {
    if (!isContainer(place)) return undefined;
    const path = ['components', place.component, 'resources', String(place.parent.name)];
    return new ValueReference(place.values.set(path, place.value), 'structure');
  },
  replicas: ({ path, value, component, values }) => {
    if (path.length !== 2 || path[0] !== 'spec' || typeof value !== 'number') return undefined;
    return new ValueReference(values.set(['components', component, 'replicas'], value), 'whole number');
  },
  namespace: ({ path, value, values }) => {
    const isMeta = path.length === 2 && path[0] === 'metadata';
    if (!isMeta && path[0] !== 'subjects') return undefined;
    return new ValueReference(values.set(['namespace'], value), 'text');
  },
  host: (place) => (place.path[1] === 'rules' && typeof place.value === 'string' ? hostOf(place) : undefined),
};

/** Lists of hosts, of whatever kind of route. */
const HOST_LISTS = ['hosts', 'hostnames'];

function hostOf({ component, value, values }: Pick<Place, 'component' | 'value' | 'values'>): ValueReference {
  return new ValueReference(values.add(['components', component, 'hosts'], value), 'text');
}

/** The object with references where its chart takes values: images, copies, resources, hosts and namespace. */
export function parametrise({ object, component }: RenderedObject, values: ChartValues): unknown {
  const isWorkload = WORKLOADS.includes(object.kind);
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      const isHostList = path[0] === 'spec' && HOST_LISTS.includes(path.at(-1) ?? '');
      return value.map((item, index) =>
        isHostList && typeof item === 'string'
          ? hostOf({ component, value: item, values })
          : walk(item, [...path, String(index)]),
      );
    }
    if (!isRecord(value)) return value;
    // Data and labels have keys of the user's own, which mean nothing here.
    if (path.length === 1 && path[0] !== 'metadata' && path[0] !== 'spec' && path[0] !== 'subjects') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        const below = [...path, key];
        const rule = key === 'replicas' && !isWorkload ? undefined : ruleOf(key);
        const place = { key, value: child, path: below, parent: value, component, values };
        return [key, rule?.(place) ?? walk(child, below)];
      }),
    );
  };
  return walk(object, []);
}

function ruleOf(key: string): Rule | undefined {
  return Object.hasOwn(RULES, key) ? RULES[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

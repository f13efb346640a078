import { isRecord } from '@kubemin/base';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { isMasked } from '../masked-values.ts';
import type { ChartValues } from './chart-values.ts';
import {
  clusterNameAction,
  namespaceAction,
  releaseNameAction,
  requiredValueAction,
  TemplateAction,
  valueAction,
} from './template-text.ts';

/** What the objects of one chart have in common. */
export interface ChartContext {
  readonly values: ChartValues;
  /** The namespace the application was rendered for; other namespaces are named on purpose and stay. */
  readonly namespace: string;
  /** Names of ClusterRoles that the chart itself has. */
  readonly clusterRoles: ReadonlySet<string>;
}

/** What one value of an object is replaced with; undefined leaves it. */
type Rule = (place: Place) => TemplateAction | undefined;

interface Place extends ChartContext {
  readonly key: string;
  readonly value: unknown;
  readonly path: readonly string[];
  /** The path with the names of list entries in place of their indexes. */
  readonly namedPath: readonly string[];
  /** The object the value is a field of. */
  readonly parent: Readonly<Record<string, unknown>>;
  readonly kind: string;
  readonly component: string;
}

const WORKLOADS = ['Deployment', 'StatefulSet'];
const CLUSTER_KINDS = ['ClusterRole', 'ClusterRoleBinding'];
const CONTAINER_LISTS = ['containers', 'initContainers'];

function isContainer({ path, parent }: Place): boolean {
  const list = path.at(-3);
  return list !== undefined && CONTAINER_LISTS.includes(list) && typeof parent.name === 'string';
}

const RULES: Readonly<Record<string, Rule>> = {
  image: (place) => {
    if (!isContainer(place) || typeof place.value !== 'string') return undefined;
    const path = ['components', place.component, 'images', String(place.parent.name)];
    return valueAction(place.values.set(path, place.value), 'text');
  },
  resources: (place) => {
    if (!isContainer(place)) return undefined;
    const path = ['components', place.component, 'resources', String(place.parent.name)];
    return valueAction(place.values.set(path, place.value), 'structure');
  },
  replicas: ({ path, value, kind, component, values }) => {
    if (!WORKLOADS.includes(kind) || path.length !== 2 || path[0] !== 'spec' || typeof value !== 'number') {
      return undefined;
    }
    return valueAction(values.set(['components', component, 'replicas'], value), 'whole number');
  },
  // Node ports belong to the whole cluster: a second release needs others.
  nodePort: ({ namedPath, value, kind, component, values }) => {
    const port = namedPath.at(-2);
    if (kind !== 'Service' || typeof value !== 'number' || port === undefined) return undefined;
    return valueAction(values.set(['components', component, 'nodePorts', port], value), 'whole number');
  },
  namespace: ({ path, value, namespace }) => {
    const isMeta = path.length === 2 && path[0] === 'metadata';
    return value === namespace && (isMeta || path[0] === 'subjects') ? namespaceAction : undefined;
  },
  name: ({ path, value, kind, parent, clusterRoles }) => {
    if (path.length !== 2 || typeof value !== 'string') return undefined;
    if (path[0] === 'metadata' && CLUSTER_KINDS.includes(kind)) return clusterNameAction(value);
    const isOwnRole = path[0] === 'roleRef' && parent.kind === 'ClusterRole' && clusterRoles.has(value);
    return isOwnRole ? clusterNameAction(value) : undefined;
  },
  host: (place) => (place.path[1] === 'rules' && typeof place.value === 'string' ? hostAction(place) : undefined),
};

/** Lists of hosts, of whatever kind of route. */
const HOST_LISTS = ['hosts', 'hostnames'];

function hostAction({ component, value, values }: Pick<Place, 'component' | 'value' | 'values'>): TemplateAction {
  return valueAction(values.add(['components', component, 'hosts'], value), 'text');
}

/**
 * The object with actions where its chart takes values: images, copies, resources, hosts, node ports, namespace and secret
 * values. Labels by which KubeMin finds what it owns become those of the release: a run of the application would take
 * objects of the chart for its own and delete them.
 */
export function parametrise({ object, component }: RenderedObject, context: ChartContext): unknown {
  const { kind } = object;
  const { values } = context;
  const secretAction = (namedPath: readonly string[]): TemplateAction => {
    const isSecret = kind === 'Secret' && namedPath[0] === 'data';
    const name = isSecret ? (namedPath.at(-1) ?? '') : secretName(kind, namedPath);
    const path = ['components', component, 'secrets', name];
    values.set(path, '');
    return requiredValueAction(path, isSecret ? 'base64' : 'plain');
  };
  const walk = (value: unknown, path: readonly string[], namedPath: readonly string[]): unknown => {
    if (typeof value === 'string') {
      return (kind === 'Secret' && path[0] === 'data') || isMasked(value) ? secretAction(namedPath) : value;
    }
    if (Array.isArray(value)) {
      const isHostList = path[0] === 'spec' && HOST_LISTS.includes(path.at(-1) ?? '');
      return value.map((item, index) =>
        isHostList && typeof item === 'string'
          ? hostAction({ component, value: item, values })
          : walk(item, [...path, String(index)], [...namedPath, entryName(item) ?? String(index)]),
      );
    }
    if (!isRecord(value) || value instanceof TemplateAction) return value;
    // Data and labels have keys of the user's own, to which no rule applies.
    const isUserData = path.length === 1 && !['metadata', 'spec', 'subjects', 'roleRef'].includes(path[0] ?? '');
    return Object.fromEntries(
      Object.entries(releaseLabels(value)).map(([key, child]) => {
        const place: Place = {
          ...context,
          key,
          value: child,
          path: [...path, key],
          namedPath: [...namedPath, key],
          parent: value,
          kind,
          component,
        };
        const rule = isUserData || !Object.hasOwn(RULES, key) ? undefined : RULES[key];
        return [key, rule?.(place) ?? walk(child, place.path, place.namedPath)];
      }),
    );
  };
  return walk(object, [], []);
}

const RELEASE_LABELS: Readonly<Record<string, string | undefined>> = {
  [LABEL.appId]: 'app.kubernetes.io/instance',
  [LABEL.componentName]: 'app.kubernetes.io/component',
  [LABEL.track]: 'track',
  [LABEL.owner]: undefined,
  [LABEL.componentId]: undefined,
  [LABEL.shareName]: undefined,
  [LABEL.shareStrategy]: undefined,
};

/** A map of labels, or a selector's requirement, with the labels of the release in place of those of KubeMin. */
function releaseLabels(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (record.key === LABEL.appId && Array.isArray(record.values)) {
    return { ...record, key: RELEASE_LABELS[LABEL.appId], values: [releaseNameAction] };
  }
  if (record.key === LABEL.componentName || record.key === LABEL.track) {
    return { ...record, key: RELEASE_LABELS[record.key] };
  }
  if (!Object.keys(record).some((key) => Object.hasOwn(RELEASE_LABELS, key))) return record;
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      if (!Object.hasOwn(RELEASE_LABELS, key)) return [[key, value]];
      const label = RELEASE_LABELS[key];
      return label === undefined ? [] : [[label, key === LABEL.appId ? releaseNameAction : value]];
    }),
  );
}

/** The name of a value that is masked inside of an object, as `web-env-DATABASE_URL`. */
function secretName(kind: string, namedPath: readonly string[]): string {
  const path = [kind.toLowerCase(), ...namedPath].join('-');
  return path
    .replace(/^\w+-(?:spec-(?:jobTemplate-spec-)?template-spec-)(?:initContainers|containers)-/, '')
    .replace(/-value$/, '');
}

function entryName(item: unknown): string | undefined {
  return isRecord(item) && typeof item.name === 'string' ? item.name : undefined;
}

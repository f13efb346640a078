import type { Container, LimitRangeItem, Pod } from '@kubemin/kubeapi/types/core.v1';
import { withSpec } from '../../handler/index.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/** The pod with what its containers leave out, and a note about what was put in. */
export function withLimitDefaults(pod: Pod, items: readonly LimitRangeItem[]): Pod {
  const ranges = items.filter(({ type }) => type === 'Container');
  // The first range with a default for a resource wins.
  const merged = (field: 'default' | 'defaultRequest'): Readonly<Record<string, string>> =>
    Object.assign({}, ...[...ranges].reverse().map((item) => item[field]));
  const defaults = { limits: merged('default'), requests: merged('defaultRequest') };
  const notes: string[] = [];
  const fill = (kind: string) => (container: Container) => fillResources(container, { kind, defaults, notes });
  const spec = pod.spec ?? { containers: [] };
  const changed = withSpec(pod, {
    containers: spec.containers.map(fill('container')),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(fill('init container')) }),
  });
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return { ...changed, metadata: { ...changed.metadata, annotations } };
}

interface DefaultingRequest {
  readonly kind: string;
  readonly defaults: Readonly<Record<'limits' | 'requests', Readonly<Record<string, string>>>>;
  readonly notes: string[];
}

function fillResources(container: Container, { kind, defaults, notes }: DefaultingRequest): Container {
  const resources = container.resources ?? {};
  const parts = (['requests', 'limits'] as const).flatMap((part) => {
    const given = resources[part] ?? {};
    const missing = Object.entries(defaults[part]).filter(([name]) => !Object.hasOwn(given, name));
    if (missing.length === 0) return [];
    const names = missing.map(([name]) => name).sort();
    notes.push(`${names.join(', ')} ${part.slice(0, -1)} for ${kind} ${container.name}`);
    return [[part, { ...given, ...Object.fromEntries(missing) }] as const];
  });
  return parts.length === 0 ? container : { ...container, resources: { ...resources, ...Object.fromEntries(parts) } };
}

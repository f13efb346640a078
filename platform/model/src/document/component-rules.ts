import { repetitions } from '../field/index.ts';
import { componentMessages, fieldMessages } from '../messages/index.ts';
import { componentNotFound, type DocumentPath, type Report, reportBelow } from '../problem/index.ts';
import {
  type CheckContext,
  checkExclusiveNames,
  checkTraits,
  componentEndpoint,
  type Endpoint,
  type ModelRegistry,
  type ParsedComponent,
  type SourceKind,
} from '../types/index.ts';
import { dependencyCycle } from '../workflow/index.ts';

/** What stands in the list of components. */
export interface Named {
  readonly path: DocumentPath;
  /** '' where it has none. */
  readonly name: string;
  readonly namespace?: string;
}

interface Rules {
  readonly registry: ModelRegistry;
  /** Everything in the list, entries that name a template included. */
  readonly named: readonly Named[];
  readonly namespace: string | undefined;
  readonly report: Report;
}

/** The rules that need more than one part of the document: duplicates, references, and what each type and trait adds. */
export function checkComponents(components: readonly ParsedComponent[], rules: Rules): void {
  if (rules.named.length === 0) {
    rules.report({
      path: ['component'],
      code: 'NO_COMPONENTS',
      message: componentMessages.noComponents,
      fix: componentMessages.noComponentsFix,
      severity: 'warning',
    });
  }
  checkNames(rules.named, rules.report);
  for (const each of rules.named) checkNamespace(each, rules);
  checkDependencies(components, rules);
  checkExclusiveNames(components, rules);
  const sources = collectSources(components);
  const endpoints = collectEndpoints(components, rules.registry);
  for (const component of components) checkComponent(component, { sources, endpoints }, rules);
}

function checkNames(named: readonly Named[], report: Report): void {
  for (const { index, key } of repetitions(named, ({ name }) => name || undefined)) {
    report({
      path: [...(named[index]?.path ?? ['component']), 'name'],
      code: 'DUPLICATE_COMPONENT',
      message: componentMessages.nameTaken({ name: key }),
      fix: componentMessages.nameTakenFix,
    });
  }
}

function checkDependencies(components: readonly ParsedComponent[], { named, report }: Rules): void {
  const names = new Set(named.map(({ name }) => name));
  for (const component of components) {
    for (const [index, dependency] of component.dependsOn.entries()) {
      if (names.has(dependency)) continue;
      report({
        path: [...component.path, 'dependsOn', index],
        ...componentNotFound(dependency, names, component.name),
      });
    }
  }
  const cycle = dependencyCycle(components);
  if (cycle === undefined) return;
  const first = components.find((component) => component.name === cycle[0]);
  report({
    path: [...(first?.path ?? ['component']), 'dependsOn'],
    code: 'DEPENDENCY_CYCLE',
    ...(cycle.length === 2 && cycle[0] === cycle[1]
      ? { message: componentMessages.waitsForItself({ name: first?.name ?? '' }), fix: fieldMessages.remove }
      : {
          message: componentMessages.dependencyCycle({ path: cycle.join(' → ') }),
          fix: componentMessages.dependencyCycleFix,
        }),
  });
}

type Sources = ReadonlyMap<string, ReadonlySet<string>>;

function sourceId(kind: SourceKind, name: string): string {
  return `${kind}/${name}`;
}

function collectSources(components: readonly ParsedComponent[]): Sources {
  const sources = new Map<string, ReadonlySet<string>>();
  for (const { name, type, properties } of components) {
    if (type?.provides === undefined || properties === undefined) continue;
    sources.set(sourceId(type.provides.kind, name), new Set(type.provides.keys(properties)));
  }
  return sources;
}

function collectEndpoints(
  components: readonly ParsedComponent[],
  registry: ModelRegistry,
): ReadonlyMap<string, Endpoint> {
  const endpoints = components.map(({ name, typeName = '', properties, traits }) =>
    componentEndpoint(registry, { name, type: typeName, properties, traits }),
  );
  const byAlias = endpoints.map((endpoint) => [endpoint.alias, endpoint] as const);
  // Component names come last and win: that is what people mean where another component's Service is called the same.
  return new Map([...byAlias, ...endpoints.map((endpoint) => [endpoint.component, endpoint] as const)]);
}

interface DocumentContents {
  readonly sources: Sources;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

function checkComponent(component: ParsedComponent, { sources, endpoints }: DocumentContents, rules: Rules): void {
  const { path, name, type, typeName = '', properties } = component;
  checkImage(component, rules.report);
  const contextAt = (below: DocumentPath, container: string): CheckContext => ({
    component: {
      name,
      type: typeName,
      scales: type?.scales ?? type === undefined,
      runs: type?.runs ?? 'for-ever',
    },
    container,
    report: reportBelow(rules.report, [...path, ...below]),
    namespace: rules.namespace,
    sourceKeys: (kind, source) => sources.get(sourceId(kind, source)),
    endpoint: (peer) => endpoints.get(peer),
    trait: (traitName) => component.traits[traitName],
  });
  if (properties !== undefined) type?.check?.(properties, contextAt(['properties'], name));
  checkTraits(component, { registry: rules.registry, contextAt, report: rules.report });
}

function checkImage({ path, name, type, typeName, image }: ParsedComponent, report: Report): void {
  if (type?.image !== 'required' || image !== undefined) return;
  report({
    path: [...path, 'image'],
    code: 'MISSING_IMAGE',
    message: componentMessages.noImage({ type: typeName ?? '', name }),
    fix: componentMessages.imageExample,
  });
}

function checkNamespace({ path, namespace: given }: Named, { namespace, report }: Rules): void {
  if (namespace === undefined || given === undefined || given === namespace) return;
  report({
    path: [...path, 'namespace'],
    code: 'NAMESPACE_IGNORED',
    message: componentMessages.otherNamespace({ given, namespace }),
    fix: componentMessages.otherNamespaceFix,
    severity: 'warning',
  });
}

import { closestName, listFirst, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { findResourceByName } from '@kubemin/kube';
import { resourceMessages } from '../messages/index.ts';
import type { ControllerModule } from '../reconcile/index.ts';
import { type CustomResource, isCustomResource, type KeyPattern, parseKeyPattern } from '../resource/index.ts';

/** Which modules run, and on which keys. */
export interface ModuleSelection {
  /** Names of modules or of their resources; none means all. */
  readonly enabled: readonly string[];
  readonly portable: boolean;
  /** Filters of keys by resource. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Whether a module runs, and why not. */
export type ModuleDecision =
  | { readonly kind: 'enabled'; readonly module: ControllerModule; readonly keys: KeyPattern | undefined }
  | { readonly kind: 'not-listed'; readonly module: ControllerModule }
  | { readonly kind: 'not-portable'; readonly module: ControllerModule };

/** Decides for each module, in their order. Throws CONTROLLER_UNKNOWN or FILTER_INVALID for unknown names. */
export function decideModules(
  modules: readonly ControllerModule[],
  selection: ModuleSelection,
): readonly ModuleDecision[] {
  const chosen = new Set(selection.enabled.flatMap((name) => findModules(modules, name)));
  const keys = new Map<ControllerModule, KeyPattern>();
  for (const [resource, text] of Object.entries(selection.filters)) {
    for (const module of modulesForResource(modules, resource)) keys.set(module, parseKeyPattern(text));
  }
  return modules.map((module): ModuleDecision => {
    if (selection.enabled.length > 0 && !chosen.has(module)) return { kind: 'not-listed', module };
    if (selection.portable && needsFullCluster(module)) return { kind: 'not-portable', module };
    return { kind: 'enabled', module, keys: keys.get(module) };
  });
}

/** The custom resources that must be served for these modules to work, each once. */
export function requiredResources(modules: Iterable<ControllerModule>): readonly CustomResource[] {
  const needed = new Set<CustomResource>();
  for (const module of modules) {
    if (module.for !== undefined && isCustomResource(module.for)) needed.add(module.for);
    for (const resource of module.resources ?? []) needed.add(resource);
  }
  return [...needed];
}

/** The name of a controller selects only that one; the name of a resource selects all of its controllers. */
function findModules(modules: readonly ControllerModule[], name: string): readonly ControllerModule[] {
  const own = modules.filter((module) => module.name === name);
  const found = own.length > 0 ? own : modules.filter((module) => isForResource(module, name));
  if (found.length > 0) return found;
  throw new TerminalError(
    resourceMessages.controllerUnknown({ name, hint: nameHint(name, modules.flatMap(moduleNames)) }),
    {
      code: 'CONTROLLER_UNKNOWN',
    },
  );
}

/** A filter applies to all controllers of its resource. */
function modulesForResource(modules: readonly ControllerModule[], resource: string): readonly ControllerModule[] {
  const found = modules.filter((module) => isForResource(module, resource));
  if (found.length > 0) return found;
  const known = modules.flatMap((module) => (module.for === undefined ? [] : [module.for.plural]));
  throw new TerminalError(resourceMessages.filterResourceUnknown({ resource, hint: nameHint(resource, known) }), {
    code: 'FILTER_INVALID',
  });
}

function isForResource(module: ControllerModule, resource: string): boolean {
  return module.for !== undefined && findResourceByName([module.for], resource) !== undefined;
}

function needsFullCluster(module: ControllerModule): boolean {
  if (module.noPortable !== undefined) return module.noPortable;
  return module.for !== undefined && isCustomResource(module.for) && module.for.declaration.noPortable === true;
}

function moduleNames(module: ControllerModule): readonly string[] {
  return module.for === undefined ? [module.name] : [module.name, module.for.plural];
}

function nameHint(name: string, known: readonly string[]): Message | undefined {
  const suggestion = closestName(name, known);
  if (suggestion !== undefined) return resourceMessages.didYouMean({ name: suggestion });
  return known.length === 0 ? undefined : resourceMessages.known({ names: listFirst(new Set(known)) });
}

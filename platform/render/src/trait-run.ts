import type { DocumentPath, ModelRegistry, TraitData } from '@kubemin/model';
import type { RenderRegistry } from './registry.ts';
import { RenderError } from './render-error.ts';
import { mergeResults } from './trait-merge.ts';
import type { TraitContext, TraitResult } from './trait-renderer.ts';

type PartialTraits<R extends ModelRegistry> = { readonly [K in keyof TraitData<R>]?: TraitData<R>[K] };

/** Runs the traits of one container in the registry's order and merges what they yield. */
export function runTraits<R extends ModelRegistry>(
  registry: RenderRegistry<R>,
  traits: PartialTraits<R>,
  context: Omit<TraitContext<never>, 'data'>,
): TraitResult {
  const results: TraitResult[] = [];
  for (const name in registry.model.traits) {
    const data = traits[name];
    if (data === undefined) continue;
    const path = [...context.path, name];
    const renderer = registry.traits[name];
    if (renderer === undefined) {
      throw new RenderError(`The trait "${name}" has no renderer.`, { path, code: 'NO_RENDERER' });
    }
    results.push(
      from(
        path,
        processTrait(path, () => renderer.process({ ...context, path, data })),
      ),
    );
  }
  const merged = mergeResults(results);
  refuseUnknownContainers(merged, context);
  return merged;
}

/** Objects that a nested trait asked for already say so. */
function from(source: DocumentPath, result: TraitResult): TraitResult {
  if (result.objects === undefined) return result;
  return { ...result, objects: result.objects.map((draft) => ({ source, ...draft })) };
}

function processTrait(path: TraitContext<never>['path'], process: () => TraitResult): TraitResult {
  try {
    return process();
  } catch (cause) {
    if (cause instanceof RenderError) throw cause;
    throw new RenderError('This trait could not be turned into Kubernetes objects.', { path, cause });
  }
}

function refuseUnknownContainers(merged: TraitResult, context: Omit<TraitContext<never>, 'data'>): void {
  const added = [...(merged.containers ?? []), ...(merged.initContainers ?? [])].map((container) => container.name);
  const known = new Set([context.container, ...added]);
  const stranger = Object.keys(merged.changes ?? {}).find((name) => !known.has(name));
  if (stranger === undefined) return;
  const message = `A trait changes the container "${stranger}", which the pod does not have.`;
  throw new RenderError(message, { path: context.path, code: 'UNKNOWN_CONTAINER' });
}

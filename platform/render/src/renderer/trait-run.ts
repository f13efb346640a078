import { ownEntry } from '@kubemin/base';
import {
  type DocumentPath,
  type ModelRegistry,
  pointlessReason,
  profileReferences,
  type Trait,
  type TraitData,
} from '@kubemin/model';
import { objectsMessages } from '../messages/index.ts';
import { RenderError } from '../object/index.ts';
import { type Decoration, type DecorationContext, joinDecorations } from './decoration.ts';
import type { RenderRegistry } from './registry.ts';
import { mergeResults } from './trait-merge.ts';
import type { TraitContext, TraitResult } from './trait-renderer.ts';

type PartialTraits<R extends ModelRegistry> = { readonly [K in keyof TraitData<R>]?: TraitData<R>[K] };

/** What every trait of one container is given; the rest of its context is made as the traits run. */
export type ContainerTraitContext = Omit<TraitContext<never>, 'data' | 'volumes' | 'nested'>;

/** Runs the traits of one container in the registry's order and merges what they yield. */
export function runTraits<R extends ModelRegistry>(
  registry: RenderRegistry<R>,
  traits: PartialTraits<R>,
  context: ContainerTraitContext,
): TraitResult {
  return run(registry, traits, { ...context, volumes: new Set() });
}

interface Run extends ContainerTraitContext {
  /** Grows as traits define volumes, across the containers of the pod. */
  readonly volumes: Set<string>;
  /** The trait these are nested in. */
  readonly parent?: Trait;
}

function run<R extends ModelRegistry>(
  registry: RenderRegistry<R>,
  traits: PartialTraits<R>,
  context: Run,
): TraitResult {
  const results: TraitResult[] = [];
  for (const name in registry.model.traits) {
    const data = traits[name];
    if (data === undefined) continue;
    const path = [...context.path, name];
    const renderer = ownEntry(registry.traits, name);
    const trait = ownEntry(registry.model.traits, name);
    if (trait !== undefined && context.parent && pointlessReason(trait, name, context.parent) !== undefined) continue;
    if (renderer === undefined || trait === undefined) {
      throw new RenderError(objectsMessages.noRenderer({ trait: name }), { path, code: 'NO_RENDERER' });
    }
    refuseProfiles(profileReferences(trait, data), path);
    const nested: TraitContext<never>['nested'] = (inner, container, below) => {
      const at = [...path, ...below];
      if (!isReadBy<R>(inner)) throw new RenderError(objectsMessages.nestedNotObject, { path: at });
      return run(registry, inner, { ...context, path: at, container, place: 'nested', parent: trait });
    };
    const result = processTrait(path, () => renderer.process({ ...context, path, data, nested }));
    for (const volume of definedVolumes(result)) context.volumes.add(volume);
    results.push(from(path, result));
  }
  const merged = mergeResults(results);
  refuseUnknownContainers(merged, context);
  return merged;
}

/** Objects of a nested trait already have it. */
function from(source: DocumentPath, result: TraitResult): TraitResult {
  if (result.objects === undefined) return result;
  return { ...result, objects: result.objects.map((draft) => ({ source, ...draft })) };
}

/** What a component's traits add to each of its objects. */
export function runDecorations<R extends ModelRegistry>(
  registry: RenderRegistry<R>,
  traits: PartialTraits<R>,
  context: Omit<DecorationContext<never>, 'data'>,
): Decoration {
  const decorations: Decoration[] = [];
  for (const name in registry.model.traits) {
    const data = traits[name];
    const path = [...context.path, name];
    if (data !== undefined)
      decorations.push(ownEntry(registry.traits, name)?.decorate?.({ ...context, path, data }) ?? {});
  }
  return joinDecorations(decorations);
}

/** Nested traits were accepted by the schemas the static type is made from. */
function isReadBy<R extends ModelRegistry>(traits: unknown): traits is PartialTraits<R> {
  return typeof traits === 'object' && traits !== null;
}

function definedVolumes(result: TraitResult): readonly string[] {
  const templates = (result.claimTemplates ?? []).map((claim) => claim.metadata.name ?? '');
  return [...(result.volumes ?? []).map((volume) => volume.name), ...templates];
}

function processTrait(path: TraitContext<never>['path'], process: () => TraitResult): TraitResult {
  try {
    return process();
  } catch (cause) {
    if (cause instanceof RenderError) throw cause;
    throw new RenderError(objectsMessages.traitFailed, { path, cause });
  }
}

function refuseProfiles(references: ReturnType<typeof profileReferences>, path: TraitContext<never>['path']): void {
  const [first] = references;
  if (first === undefined) return;
  throw new RenderError(objectsMessages.profileUnresolved({ name: first.name }), {
    path: [...path, ...first.path, 'profile'],
    code: 'UNRESOLVED_PROFILE',
  });
}

function refuseUnknownContainers(merged: TraitResult, context: ContainerTraitContext): void {
  const added = [...(merged.containers ?? []), ...(merged.initContainers ?? [])].map((container) => container.name);
  const known = new Set([context.container, ...added]);
  const stranger = Object.keys(merged.changes ?? {}).find((name) => !known.has(name));
  if (stranger === undefined) return;
  const message = objectsMessages.unknownContainer({ name: stranger });
  throw new RenderError(message, { path: context.path, code: 'UNKNOWN_CONTAINER' });
}

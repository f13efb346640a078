import { ownEntry } from '@kubemin/base';
import { componentMessages, fieldMessages } from '../messages/index.ts';
import { type DocumentPath, type ProblemText, type Report, toMessage } from '../problem/index.ts';
import type { ParsedComponent } from './component-parser.ts';
import { type NestedTraits, nestingEntries } from './nesting.ts';
import type { ModelRegistry } from './registry.ts';
import { effectiveTraits } from './trait-rules.ts';

/** The name of an object a trait makes that does not depend on the component, so that two may ask for the same one. */
export interface ExclusiveName {
  /** Kind and name, as shown to users. Objects are the same when it is the same in English. */
  readonly object: ProblemText;
  /** From the trait's data to what is to blame. */
  readonly path: DocumentPath;
  /** Components with the same content may share the object. @default they may not */
  readonly content?: string;
}

/** What the names of a trait's objects may depend on. */
export interface NamingContext {
  /** `templates`: every copy of the component gets claims of its own. */
  readonly claims: 'templates' | 'none';
}

/** Reports objects that two components of the application both want, and could not both have. */
export function checkExclusiveNames(
  components: readonly ParsedComponent[],
  { registry, report }: { readonly registry: ModelRegistry; readonly report: Report },
): void {
  const owners = new Map<string, { readonly component: ParsedComponent; readonly content: string | undefined }>();
  for (const component of components) {
    const claims = component.type?.claims ?? 'none';
    const names = exclusiveNames(effectiveTraits(component, registry), { registry, claims, path: ['traits'] });
    for (const { object: text, path, content } of names) {
      const object = toMessage(text);
      const id = object.message;
      const owner = owners.get(id);
      if (owner === undefined) owners.set(id, { component, content });
      if (owner === undefined || owner.component === component) continue;
      if (content !== undefined && content === owner.content) continue;
      report({
        path: [...component.path, ...path],
        code: 'OBJECT_NAME_TAKEN',
        message: componentMessages.objectTaken({ component: owner.component.name, object }),
        fix: fieldMessages.renameOneOfTwo,
      });
    }
  }
}

interface Walk extends NamingContext {
  readonly registry: ModelRegistry;
  readonly path: DocumentPath;
}

function exclusiveNames(traits: NestedTraits, walk: Walk): readonly ExclusiveName[] {
  return Object.entries(traits).flatMap(([name, data]) => {
    const trait = ownEntry(walk.registry.traits, name);
    const path = [...walk.path, name];
    const own = trait?.exclusiveNames?.(data, { claims: walk.claims }) ?? [];
    const nested = nestingEntries(trait, data).flatMap((entry, index) =>
      exclusiveNames(entry.traits, { ...walk, path: [...path, index, 'traits'] }),
    );
    return [...own.map((each) => ({ ...each, path: [...path, ...each.path] })), ...nested];
  });
}

import type { DocumentPath } from '@kubemin/model';
import { RenderError } from './render-error.ts';
import type { ObjectDraft, RenderedObject } from './rendered-object.ts';

interface Entry {
  readonly draft: ObjectDraft;
  readonly component: string;
}

/** The objects of one application: each kind and name once. */
export class ObjectSet {
  readonly #entries = new Map<string, Entry>();
  readonly #aliases: Entry[] = [];

  add(draft: ObjectDraft, component: string, path: DocumentPath): void {
    const entry = { draft, component };
    if (draft.naming === 'alias') {
      this.#aliases.push(entry);
      return;
    }
    const key = keyOf(draft);
    const known = this.#entries.get(key);
    if (known === undefined) {
      this.#entries.set(key, entry);
      return;
    }
    if (known.draft.naming === 'given' && draft.naming === 'given') return;
    const { kind, metadata } = draft.object;
    throw new RenderError(
      `The components "${known.component}" and "${component}" both want the ${kind} "${metadata.name}". ` +
        'Give one of the two volumes or components another name.',
      { path, code: 'OBJECT_NAME_TAKEN' },
    );
  }

  /** In the order of the document; aliases last within their component, and only where nothing else has their name. */
  toArray(components: readonly string[]): readonly RenderedObject[] {
    const aliases = this.#aliases.filter((entry) => !this.#entries.has(keyOf(entry.draft)));
    const all = [...this.#entries.values(), ...aliases];
    return components.flatMap((component) => all.filter((entry) => entry.component === component).map(toRendered));
  }
}

function keyOf({ object }: ObjectDraft): string {
  return `${object.apiVersion}/${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
}

function toRendered({ draft, component }: Entry): RenderedObject {
  return { component, object: draft.object, onExisting: draft.onExisting ?? 'apply' };
}

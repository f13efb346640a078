import { type DocumentPath, formatPath } from '@kubemin/model';
import { canonical } from './canonical.ts';
import { RenderError } from './render-error.ts';
import type { ObjectDraft, RenderedObject } from './rendered-object.ts';

interface Entry {
  readonly draft: ObjectDraft;
  readonly component: string;
  readonly path: DocumentPath;
}

/** The objects of one application: each kind and name once. */
export class ObjectSet {
  readonly #entries = new Map<string, Entry>();
  readonly #aliases: Entry[] = [];

  add(draft: ObjectDraft, component: string, path: DocumentPath): void {
    const entry = { draft, component, path };
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
    const byComponent = Map.groupBy([...this.#entries.values(), ...aliases], (entry) => entry.component);
    return components.flatMap((component) => (byComponent.get(component) ?? []).map(toRendered));
  }
}

function keyOf({ object }: ObjectDraft): string {
  return `${object.apiVersion}/${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
}

function toRendered({ draft, component, path }: Entry): RenderedObject {
  const { onExisting = 'apply', onChange, source = path, dataFrom } = draft;
  return {
    component,
    source: formatPath(source),
    object: canonical(draft.object),
    onExisting,
    ...(onChange === undefined ? {} : { onChange }),
    ...(dataFrom === undefined ? {} : { dataFrom }),
  };
}

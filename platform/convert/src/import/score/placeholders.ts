import { scoreMessages } from '../../messages/index.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';

type Variable = TraitEntry<'envs'>;

const PLACEHOLDER = /\$(\$|\{([^}]*)\})/g;

/** Where the placeholders of one workload get their values. */
export interface PlaceholderSources {
  readonly metadata: Part;
  readonly resources: Part;
  readonly variables: Readonly<Record<string, string>>;
}

/** What a placeholder stands for. */
type Meaning =
  | { readonly kind: 'text'; readonly text: string }
  /** An output of a resource: a key of the Secret named like the resource. */
  | { readonly kind: 'output'; readonly resource: string; readonly key: string }
  | { readonly kind: 'unknown' };

/** Replaces `${metadata.…}` and `${resources.…}` in the values of a workload. */
export class Placeholders {
  readonly #sources: PlaceholderSources;

  constructor(sources: PlaceholderSources) {
    this.#sources = sources;
  }

  /** A text with the placeholders that stand for texts replaced; the others stay, and are listed. */
  text(part: Part): string {
    return (part.text() ?? '').replaceAll(PLACEHOLDER, (whole, _any, name?: string) => {
      if (name === undefined) return '$';
      const meaning = this.#meaning(name);
      if (meaning.kind === 'text') return meaning.text;
      part.note(scoreMessages.placeholder({ placeholder: whole }), scoreMessages.placeholderEmpty);
      return whole;
    });
  }

  /**
   * A variable. Outputs of resources are read from Secrets: a value that is nothing else comes straight from there,
   * inside other text it is put in by Kubernetes from a variable of its own, which must come before.
   */
  variables(name: string, part: Part): readonly Variable[] {
    const before: Variable[] = [];
    const written = part.text() ?? '';
    const whole = /^\$\{([^}]*)\}$/.exec(written)?.[1];
    const only = whole === undefined ? undefined : this.#meaning(whole);
    if (only?.kind === 'output') return [{ name, valueFrom: { secret: secretReference(only) } }];
    const text = written.replaceAll(PLACEHOLDER, (placeholder, _any, inner?: string) => {
      if (inner === undefined) return '$';
      const meaning = this.#meaning(inner);
      if (meaning.kind === 'text') return meaning.text;
      if (meaning.kind === 'unknown') {
        part.note(scoreMessages.placeholder({ placeholder }), scoreMessages.placeholderEmpty);
        return placeholder;
      }
      const helper = variableName(meaning.resource, meaning.key);
      before.push({ name: helper, valueFrom: { secret: secretReference(meaning) } });
      return `$(${helper})`;
    });
    return [...before, { name, valueFrom: { static: text } }];
  }

  #meaning(name: string): Meaning {
    const [scope, first = '', ...rest] = name.split('.');
    const { metadata, resources, variables } = this.#sources;
    if (scope === 'metadata') {
      const text = rest.reduce((at, step) => at.at(step), metadata.at(first)).peek();
      return text === undefined ? { kind: 'unknown' } : { kind: 'text', text };
    }
    const resource = resources.at(first);
    if (scope !== 'resources' || !resource.present) return { kind: 'unknown' };
    if (rest.length === 0) return { kind: 'text', text: first };
    const key = rest.join('.');
    if (resource.at('type').peek() !== 'environment') return { kind: 'output', resource: first, key };
    return Object.hasOwn(variables, key) ? { kind: 'text', text: variables[key] ?? '' } : { kind: 'unknown' };
  }
}

function secretReference({ resource, key }: { readonly resource: string; readonly key: string }) {
  return { name: secretName(resource), key };
}

/** The Secret that must hold what a resource gives out. */
export function secretName(resource: string): string {
  return resource.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');
}

/** Not a name that a workload's own variables are likely to have. */
function variableName(resource: string, key: string): string {
  return `RESOURCE_${resource}_${key}`.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
}

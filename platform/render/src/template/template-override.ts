import type { AnyComponent } from '@kubemin/model';
import { TemplateError } from './template-error.ts';

type Texts = Readonly<Record<string, string>>;

/** What an application wants different from its template, for one component. */
export interface TemplateOverride {
  /** The component of the template it is for. Without it, the first one of its type that has no override yet. */
  readonly target?: string;
  readonly name?: string;
  readonly type?: string;
  readonly image?: string;
  readonly replicas?: number;
  /** Merged key by key; `secret` only into secrets, `conf` only into configs. */
  readonly properties?: { readonly env?: Texts; readonly conf?: Texts; readonly secret?: Texts };
  readonly traits?: {
    readonly resources?: object;
    /** Given on any override: the components are shared with other applications, and so keep their names. */
    readonly share?: object;
  };
}

/**
 * Which override is for which component of the template. An override that names its target is for that one alone, so
 * that no override of another component can take its place.
 */
export function matchOverrides(
  components: readonly AnyComponent[],
  overrides: readonly TemplateOverride[],
): ReadonlyMap<string, TemplateOverride> {
  const matches = new Map<string, TemplateOverride>();
  for (const override of overrides) {
    if (override.target === undefined) continue;
    matches.set(targetOf(override, components, matches), override);
  }
  for (const override of overrides) {
    if (override.target !== undefined) continue;
    const { type } = override;
    const free = components.find(({ name, type: own }) => !matches.has(name) && (type === undefined || type === own));
    if (free === undefined) {
      const which = type === undefined ? 'component' : `component of type ${type}`;
      const message = `The template has no ${which} left for the override "${override.name ?? ''}"; remove it, or name its target.`;
      throw new TemplateError('TEMPLATE_TARGET_NOT_FOUND', message);
    }
    matches.set(free.name, override);
  }
  return matches;
}

function targetOf(
  { target, type }: TemplateOverride,
  components: readonly AnyComponent[],
  taken: ReadonlyMap<string, TemplateOverride>,
): string {
  const found = components.find(({ name }) => name === target);
  if (found === undefined) {
    const names = components.map(({ name }) => name).join(', ');
    const message = `The template has no component "${target}"; its components are ${names}.`;
    throw new TemplateError('TEMPLATE_TARGET_NOT_FOUND', message);
  }
  if (taken.has(found.name)) {
    const message = `Two overrides target the template's component "${target}"; join them into one.`;
    throw new TemplateError('TEMPLATE_TARGET_NOT_FOUND', message);
  }
  if (type !== undefined && type !== found.type) {
    const message = `The template's component "${target}" is a ${found.type}, not a ${type}; leave the type out, or correct it.`;
    throw new TemplateError('TEMPLATE_TYPE_MISMATCH', message);
  }
  return found.name;
}

import type { AnyComponent, GivenParameters, TemplateEntry } from '@kubemin/model';
import { templateMessages } from '../messages/index.ts';
import type { TemplateFault } from './template-error.ts';

/**
 * What an application wants different from its template, for one component. Maps of `properties` are merged key by key,
 * `secret` only into secrets and `conf` only into configs. `share`, given on any override, means that the components are
 * shared with other applications, and so keep their names.
 */
export interface TemplateOverride extends Partial<Omit<TemplateEntry, 'index' | 'template'>> {
  /** The component of the template it is for. Without it, the first one of its type that has no override yet. */
  readonly target?: string;
  /** Values of the template's parameters. They are shared by all components, whichever override gives them. */
  readonly parameters?: GivenParameters;
}

/** Which override is for which component, and what is wrong with those that are for none. */
export interface OverrideMatches {
  /** Index of the override by the name of the template's component. */
  readonly byComponent: ReadonlyMap<string, number>;
  readonly faults: readonly TemplateFault[];
}

/**
 * Finds the component of the template that each override is for. An override that names its target is for that one
 * alone, so that no override of another component can take its place.
 */
export function matchOverrides(
  components: readonly AnyComponent[],
  overrides: readonly TemplateOverride[],
): OverrideMatches {
  const byComponent = new Map<string, number>();
  const faults: TemplateFault[] = [];
  const targeted = [...overrides.entries()].filter(([, { target }]) => target !== undefined);
  const free = [...overrides.entries()].filter(([, { target }]) => target === undefined);
  for (const [index, override] of targeted) {
    const fault = targetFault(override, components, byComponent);
    if (fault === undefined) byComponent.set(override.target ?? '', index);
    else faults.push({ ...fault, override: index });
  }
  for (const [index, { type, name: wanted }] of free) {
    const found = components.find(
      ({ name, type: own }) => !byComponent.has(name) && (type === undefined || type === own),
    );
    if (found === undefined) faults.push({ ...noneLeft(type, wanted), override: index });
    else byComponent.set(found.name, index);
  }
  return { byComponent, faults };
}

function noneLeft(type: string | undefined, wanted: string | undefined): TemplateFault {
  const override = wanted === undefined ? templateMessages.thisOverride : templateMessages.override({ name: wanted });
  const message =
    type === undefined ? templateMessages.noneLeft({ override }) : templateMessages.noneOfTypeLeft({ type, override });
  return { code: 'TEMPLATE_TARGET_NOT_FOUND', message, path: ['template'] };
}

function targetFault(
  { target, type }: TemplateOverride,
  components: readonly AnyComponent[],
  taken: ReadonlyMap<string, number>,
): TemplateFault | undefined {
  const path = ['template', 'target'];
  const found = components.find(({ name }) => name === target);
  if (found === undefined) {
    const names = components.map(({ name }) => name);
    const message = templateMessages.targetNotFound({ name: target ?? '', names });
    return { code: 'TEMPLATE_TARGET_NOT_FOUND', message, path };
  }
  if (taken.has(found.name)) {
    const message = templateMessages.targetTwice({ name: target ?? '' });
    return { code: 'TEMPLATE_TARGET_NOT_FOUND', message, path };
  }
  if (type === undefined || type === found.type) return undefined;
  const message = templateMessages.typeMismatch({ name: target ?? '', type: found.type, given: type });
  return { code: 'TEMPLATE_TYPE_MISMATCH', message, path: ['type'] };
}

import type { ExtraField } from '../field/index.ts';
import { effectiveTraits, type ModelRegistry, type ParsedComponent } from '../types/index.ts';
import type { Named } from './component-rules.ts';

/** The component as the document has it. */
export function canonicalComponent(component: ParsedComponent, registry: ModelRegistry) {
  const { name, typeName, type, image, replicas, properties = {}, dependsOn } = component;
  const { image: _image, ...rest } = properties;
  return {
    name,
    type: typeName,
    ...(image === undefined || type?.image === 'none' ? {} : { image }),
    replicas,
    properties: rest,
    traits: effectiveTraits(component, registry),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  };
}

/** A namespace that is not the application's, and so has no effect. */
export function foreignNamespace(
  { path, name, namespace }: Named,
  applications: string | undefined,
): readonly ExtraField[] {
  if (namespace === undefined || namespace === applications) return [];
  return [{ path: [...(name === '' ? path : ['component', name]), 'namespace'], value: namespace }];
}

/** What the author gave the component although it has no effect there. */
export function ineffectiveFields(component: ParsedComponent, registry: ModelRegistry): readonly ExtraField[] {
  const { name, type, image, traits } = component;
  const at = (path: readonly string[], value: unknown) => ({ path: ['component', name, ...path], value });
  const effective = effectiveTraits(component, registry);
  return [
    ...(type?.image === 'none' && image !== undefined ? [at(['image'], image)] : []),
    ...Object.entries(traits).flatMap(([key, data]) =>
      Object.hasOwn(effective, key) ? [] : [at(['traits', key], data)],
    ),
  ];
}

import type { ParsedComponent } from './component-parser.ts';
import type { ExtraField } from './extra-field.ts';

/** The component as the document has it. */
export function canonicalComponent(component: ParsedComponent) {
  const { name, typeName, type, image, replicas, properties = {}, traits, dependsOn } = component;
  const { image: _image, ...rest } = properties;
  return {
    name,
    type: typeName,
    ...(image === undefined || type?.image === 'none' ? {} : { image }),
    replicas,
    properties: rest,
    traits: type?.image === 'none' ? {} : traits,
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  };
}

/** What the author gave the component although it has no effect there. */
export function ineffectiveFields(component: ParsedComponent, namespace: string | undefined): readonly ExtraField[] {
  const { name, type, image, traits } = component;
  const at = (path: readonly string[], value: unknown) => ({ path: ['component', name, ...path], value });
  const foreign = component.namespace !== undefined && component.namespace !== namespace;
  return [
    ...(foreign ? [at(['namespace'], component.namespace)] : []),
    ...(type?.image === 'none' && image !== undefined ? [at(['image'], image)] : []),
    ...(type?.image === 'none' ? Object.entries(traits).map(([key, data]) => at(['traits', key], data)) : []),
  ];
}

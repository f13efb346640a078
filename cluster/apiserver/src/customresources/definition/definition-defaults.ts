import type { Definition } from './definition.ts';

/** Fills in what a definition leaves to Kubernetes: the names that follow from the kind, no conversion. */
export function defaultDefinition(definition: Definition): Definition {
  const { spec } = definition;
  const { kind, singular, listKind } = spec.names;
  const names = {
    ...spec.names,
    singular: singular ?? kind.toLowerCase(),
    listKind: listKind ?? (kind === '' ? '' : `${kind}List`),
  };
  const { conversion = { strategy: 'None' } } = spec;
  return { ...definition, spec: { ...spec, names, conversion } };
}

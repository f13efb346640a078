import type { CustomResourceDefinition, JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';

interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly spec: JSONSchemaProps;
}

/** A namespaced custom kind with a spec. */
export function customKind({ group, version, kind, plural, spec }: CustomKind): CustomResourceDefinition {
  const openAPIV3Schema = {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec,
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Kubernetes takes groups of its own (*.k8s.io) only with a word on who approved them.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, stands in for the real one in tests' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

export const text: JSONSchemaProps = { type: 'string' };
export const port: JSONSchemaProps = { type: 'integer', minimum: 1, maximum: 65_535 };

/** One of a few words. */
export function word(...words: readonly string[]): JSONSchemaProps {
  return { type: 'string', enum: words };
}

export function list(items: JSONSchemaProps, limits: { readonly minItems?: number; readonly maxItems?: number } = {}) {
  return { type: 'array', items, ...limits };
}

/** An object with these fields and no others; names with a trailing "!" are required. */
export function fields(shape: Readonly<Record<string, JSONSchemaProps>>): JSONSchemaProps {
  const required = Object.keys(shape).filter((name) => name.endsWith('!'));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name.replace(/!$/, ''), schema])),
    ...(required.length === 0 ? {} : { required: required.map((name) => name.slice(0, -1)) }),
  };
}

import type { CustomResourceDefinition, JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { stringify } from 'yaml';
import type { CustomResource, ResourceDeclaration } from './custom-resource.ts';
import { structuralSchema } from './structural-schema.ts';

/** The CustomResourceDefinition of a declared resource. */
export function createDefinition(declaration: ResourceDeclaration): CustomResourceDefinition {
  const { group, version, kind, prefix, scope, status, columns = [], categories = [] } = declaration;
  const singular = declaration.singular ?? kind.toLowerCase();
  const plural = declaration.plural ?? `${kind.toLowerCase()}s`;
  const shortNames = [...new Set([...(prefix === undefined ? [] : [prefix]), ...(declaration.shortNames ?? [])])];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: {
        ...(categories.length === 0 ? {} : { categories }),
        kind,
        listKind: `${kind}List`,
        plural,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        singular,
      },
      scope,
      versions: [
        {
          ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns }),
          name: version,
          schema: { openAPIV3Schema: openApiSchema(declaration) },
          served: true,
          storage: true,
          ...(status === undefined ? {} : { subresources: { status: {} } }),
        },
      ],
    },
  };
}

function openApiSchema({ description, spec, status }: ResourceDeclaration): JSONSchemaProps {
  return {
    description,
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: structuralSchema(spec, 'spec'),
      ...(status === undefined ? {} : { status: structuralSchema(status, 'status') }),
    },
    required: ['spec'],
  };
}

/** The definitions as YAML for kubectl, one document each. */
export function crdYaml(resources: Iterable<CustomResource>): string {
  return [...resources].map(({ definition }) => yamlDocument(definition)).join('---\n');
}

/** One object as YAML, without anchors and folded lines, so that diffs are minimal. */
function yamlDocument(object: object): string {
  return stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 });
}

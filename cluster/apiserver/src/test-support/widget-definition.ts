// Definitions to test with.
import type { JsonObject } from '@kubemin/kubeapi';
import type { Definition } from '../customresources/definition/definition.ts';

/** The definition of `widgets.test.example`, with anything of its spec or its only version replaced. */
export function widgetDefinition(
  options: {
    readonly plural?: string;
    readonly kind?: string;
    readonly spec?: JsonObject;
    readonly version?: JsonObject;
    readonly metadata?: JsonObject;
  } = {},
): Definition {
  const { plural = 'widgets', kind = 'Widget' } = options;
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: WIDGET_SCHEMA },
    ...options.version,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.test.example`, ...options.metadata },
    spec: {
      group: 'test.example',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [version],
      ...options.spec,
    },
  };
}

export const WIDGET_SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 10 },
        color: { type: 'string', default: 'red', enum: ['red', 'green'] },
        replicas: { type: 'integer' },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
    },
  },
};

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const DEFINITION = `${DEFINITIONS}/widgets.test.example`;
/** The widgets of the default namespace. */
export const WIDGETS = '/apis/test.example/v1/namespaces/default/widgets';

/** Status and scale, for a version that has both. */
export const SUBRESOURCES = {
  status: {},
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  },
};

/** An object of the definition. */
export function widget(name: string, spec: JsonObject = { size: 1 }, more: JsonObject = {}): JsonObject {
  return { apiVersion: 'test.example/v1', kind: 'Widget', metadata: { name }, spec, ...more };
}

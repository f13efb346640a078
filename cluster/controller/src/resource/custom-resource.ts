import { deepFreeze, defineResource, type KubeObject, type ResourceType, type SubresourceInfo } from '@kubemin/kubeapi';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { z } from 'zod';
import type { CustomObject, DeepReadonly } from './custom-object.ts';
import { createDefinition } from './definition.ts';

/** The declaration of a custom resource, from which types, definition and API are derived. */
export interface ResourceDeclaration<S extends z.ZodObject = z.ZodObject, T extends z.ZodObject = z.ZodObject> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** @default the kind in lower case with an s */
  readonly plural?: string;
  /** @default the kind in lower case */
  readonly singular?: string;
  /** The first of its short names, and its name in the extension API. */
  readonly prefix?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  readonly description: string;
  /** The Catalog that it is listed in. */
  readonly catalog?: string;
  /** What reconciles its objects, for display: nothing, a reconciler, or a phase machine. @default '' */
  readonly controllerType?: '' | 'generic' | 'phasemachine';
  /** Whether its controller is left out in portable mode. @default false */
  readonly noPortable?: boolean;
  readonly spec: S;
  /** Written only by the controller, through the status subresource, which exists if this is set. */
  readonly status?: T;
  readonly columns?: readonly TableColumn[];
  /** Example objects for documents and tests. */
  readonly samples?: readonly object[];
}

/** A declared resource, usable with clients and informers like the built-in ones. */
export interface CustomResource<O extends KubeObject = KubeObject> extends ResourceType<O> {
  readonly declaration: ResourceDeclaration;
  /** The CustomResourceDefinition; deterministic for a declaration. */
  readonly definition: CustomResourceDefinition;
}

/** The type of the objects of a declared resource: `type At = ObjectOf<typeof ats>`. */
export type ObjectOf<R> = R extends CustomResource<infer O> ? O : never;

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;

/** Declares a resource. Throws RESOURCE_SCHEMA_UNSUPPORTED for schemas that a server cannot validate. */
export function defineCustomResource<S extends z.ZodObject, T extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  declaration: ResourceDeclaration<S, T>,
): CustomResource<CustomObject<DeepReadonly<z.output<S>>, DeepReadonly<z.output<T>>>> {
  const definition = deepFreeze(createDefinition(declaration));
  const { group, version, kind } = declaration;
  const { plural, singular = '', shortNames = [], categories = [] } = definition.spec.names;
  const status: SubresourceInfo = { name: 'status', group, version, kind, verbs: ['get', 'patch', 'update'] };
  const type = defineResource<CustomObject<DeepReadonly<z.output<S>>, DeepReadonly<z.output<T>>>>({
    group,
    version,
    kind,
    plural,
    singular,
    shortNames,
    categories,
    namespaced: declaration.scope === 'Namespaced',
    verbs: VERBS,
    subresources: declaration.status === undefined ? [] : [status],
  });
  return { ...type, declaration, definition };
}

/** A column of the table that clients such as kubectl print. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** The path of the value, with a leading dot: `.status.phase`. */
  readonly jsonPath: string;
  readonly description?: string;
  /** Columns above 0 are shown in wide tables only. @default 0 */
  readonly priority?: number;
}

import { formatApiVersion, type JsonObject, qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { StructuralType } from '@kubemin/kubeapi/apply';
import type { ObjectSchema, Schema } from '@kubemin/kubeapi/schema';
import type { Strategy } from '../strategy/index.ts';
import type { ObjectConversion } from './object-conversion.ts';
import type { Shaped } from './object-shape.ts';
import type { Subresource } from './subresource.ts';
import type { Columns } from './table/column.ts';
import type { VerbHandlers } from './virtual-resource.ts';

/** A resource of this server: its discovery entry, its storage and its behaviour. */
export interface ServedResource {
  readonly info: ResourceInfo;
  readonly listKind: string;
  /** First part of its storage keys. */
  readonly collection: string;
  readonly strategy: Strategy;
  /** Undefined for custom resources: their shape is not known here. */
  readonly schema: ObjectSchema | undefined;
  /** Converts objects to their type where `schema` does not describe it; throws ShapeError when that is impossible. */
  readonly shape?: (value: JsonObject) => Shaped;
  /** The structure for server-side apply where `schema` does not describe it. @default field by field, lists as a whole */
  readonly structure?: StructuralType;
  /** Set for resources that are not stored: what they do instead. */
  readonly verbs?: VerbHandlers;
  /** Whether status is written apart from the rest. */
  readonly hasStatus: boolean;
  readonly countsGenerations: boolean;
  /** Undefined: objects are shown as they are stored. */
  readonly conversion?: ObjectConversion;
  /** What tables show. @default what is known about the built-in resource */
  readonly columns?: Columns;
  /** Subresources that work differently from those of the same name elsewhere. */
  readonly subresources?: ReadonlyMap<string, Subresource>;
  /** Sent as a warning with every response: the version is deprecated. */
  readonly warning?: string;
  /** Ends the watches of a resource that is no longer served, or served differently. */
  readonly retired?: AbortSignal;
}

/** Where the knowledge about a resource comes from. */
export interface ServedResourceOptions {
  readonly info: ResourceInfo;
  readonly schema: Schema;
  readonly strategies: ReadonlyMap<string, Strategy>;
}

/** Puts together what is known about a built-in resource. */
export function servedResource({ info, schema, strategies }: ServedResourceOptions): ServedResource {
  const type = schema.ofKind(formatApiVersion(info), info.kind);
  const strategy = strategies.get(qualifiedName(info)) ?? {};
  return {
    info,
    listKind: `${info.kind}List`,
    collection: info.plural,
    strategy,
    schema: type,
    hasStatus: info.subresources.some(({ name }) => name === 'status'),
    countsGenerations: strategy.generation ?? (type === undefined || type.fields.has('spec')),
  };
}

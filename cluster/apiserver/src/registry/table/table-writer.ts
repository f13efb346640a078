import { deepFreeze, type KubeList, type KubeObject, qualifiedName } from '@kubemin/kubeapi';
import type { ServedResource } from '../served-resource.ts';
import { builtinColumns, subresourceColumns } from './builtin-columns.ts';
import type { Columns } from './column.ts';
import { DEFAULT_COLUMNS } from './common-columns.ts';

const API_VERSION = 'meta.k8s.io/v1';

/** An object's metadata alone: all that garbage collection and tables need. */
export function partialObject({ metadata }: KubeObject): KubeObject {
  return deepFreeze({ kind: 'PartialObjectMetadata', apiVersion: API_VERSION, metadata });
}

/** The metadata of every object of a list. */
export function partialList({ metadata, items }: KubeList): KubeList {
  return { kind: 'PartialObjectMetadataList', apiVersion: API_VERSION, metadata, items: items.map(partialObject) };
}

/** What a table shows of which resource. */
export interface TableWriterOptions {
  readonly resource: ServedResource;
  /** Set when the objects are not of the resource itself: a scale. */
  readonly subresource?: string | undefined;
  /** `None`, `Metadata` or `Object`: what each row carries besides its cells. */
  readonly include: string;
  readonly now: () => number;
}

const COLUMNS = builtinColumns();

/** Writes objects as meta.k8s.io/v1 Tables. In one watch only the first table describes the columns. */
export class TableWriter {
  readonly #options: TableWriterOptions;
  readonly #columns: Columns;
  #described = false;

  constructor(options: TableWriterOptions) {
    this.#options = options;
    const { info, columns } = options.resource;
    const special = subresourceColumns.get(options.subresource ?? '');
    this.#columns = special ?? columns ?? COLUMNS.get(qualifiedName(info)) ?? DEFAULT_COLUMNS;
  }

  table(objects: readonly KubeObject[], metadata: KubeList['metadata']): KubeObject {
    return {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      ...{ columnDefinitions: this.#definitions(), rows: objects.map((object) => this.#row(object)) },
    };
  }

  eventTable(object: KubeObject): KubeObject {
    const definitions = this.#described ? [] : this.#definitions();
    this.#described = true;
    const { resourceVersion = '' } = object.metadata;
    return {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion },
      ...{ columnDefinitions: definitions, rows: [this.#row(object)] },
    };
  }

  #definitions(): readonly unknown[] {
    return this.#columns.columns.map(({ name, type = 'string', format = '', wide = false, ...column }) => ({
      name,
      type,
      format,
      description: column.description ?? name,
      priority: column.priority ?? (wide ? 1 : 0),
    }));
  }

  #row(object: KubeObject): unknown {
    const now = this.#options.now();
    const over = this.#columns.completed?.(object);
    return {
      cells: this.#columns.columns.map((column) => column.cell(object, now)),
      ...(over && { conditions: [{ type: 'Completed', status: 'True', ...over }] }),
      object: this.#carried(object),
    };
  }

  #carried(object: KubeObject): unknown {
    const { include } = this.#options;
    if (include === 'None') return null;
    return include === 'Object' ? object : partialObject(object);
  }
}

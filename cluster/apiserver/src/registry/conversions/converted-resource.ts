import { formatApiVersion, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { FieldReader, Problems, Strategy } from '../../strategy/index.ts';
import type { ObjectConversion } from '../object-conversion.ts';
import type { ServedResource } from '../served-resource.ts';
import type { Columns } from '../table/column.ts';

/** How a stored resource is served a second time. */
export interface ConvertedResourceOptions {
  readonly stored: ServedResource;
  /** The other version, or the resource in the other group. */
  readonly info: ResourceInfo;
  readonly schema: Schema;
  readonly conversion: ObjectConversion;
  /** What tables show of the stored form. */
  readonly columns: Columns | undefined;
  /** Field selectors are named after the fields of the form they select in. @default those of the stored form */
  readonly selectableFields?: Readonly<Record<string, FieldReader<KubeObject>>> | undefined;
  /** What the other form asks of new objects, in terms of its own fields. */
  readonly validateCreate?: ((object: KubeObject) => Problems) | undefined;
}

/** A stored resource under another name: its rules are those of the stored form, whatever form was sent. */
export function convertedResource(options: ConvertedResourceOptions): ServedResource {
  const { stored, info, schema, conversion, columns } = options;
  return {
    ...stored,
    info,
    listKind: `${info.kind}List`,
    schema: schema.ofKind(formatApiVersion(info), info.kind),
    strategy: convertedStrategy(stored.strategy, conversion, options),
    conversion,
    ...(columns && { columns: convertedColumns(columns, conversion) }),
  };
}

function convertedStrategy(
  strategy: Strategy,
  { fromStorage, toStorage }: ObjectConversion,
  { selectableFields, validateCreate: ownRules }: Pick<ConvertedResourceOptions, 'selectableFields' | 'validateCreate'>,
): Strategy {
  const { defaults, prepareForCreate, prepareForUpdate, validate, validateCreate, validateUpdate, validateStatus } =
    strategy;
  const fields =
    selectableFields ??
    Object.fromEntries(
      Object.entries(strategy.selectableFields ?? {}).map(([name, read]) => [
        name,
        (object: KubeObject) => read(toStorage(object)),
      ]),
    );
  return {
    ...strategy,
    selectableFields: fields,
    ...(defaults && { defaults: (object) => fromStorage(defaults(toStorage(object))) }),
    ...(prepareForCreate && { prepareForCreate: (object) => fromStorage(prepareForCreate(toStorage(object))) }),
    ...(prepareForUpdate && {
      prepareForUpdate: (object, current) => fromStorage(prepareForUpdate(toStorage(object), toStorage(current))),
    }),
    ...(validate && { validate: (object) => validate(toStorage(object)) }),
    validateCreate: (object) => [...(ownRules?.(object) ?? []), ...(validateCreate?.(toStorage(object)) ?? [])],
    ...(validateUpdate && {
      validateUpdate: (object, current) => validateUpdate(toStorage(object), toStorage(current)),
    }),
    ...(validateStatus && {
      validateStatus: (object, current) => validateStatus(toStorage(object), toStorage(current)),
    }),
  };
}

function convertedColumns({ columns, completed }: Columns, { toStorage }: ObjectConversion): Columns {
  return {
    columns: columns.map((column) => ({
      ...column,
      cell: (object, now) => column.cell(toStorage(object), now),
    })),
    ...(completed && { completed: (object) => completed(toStorage(object)) }),
  };
}

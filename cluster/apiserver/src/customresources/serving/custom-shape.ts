import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { FieldSchema, ObjectSchema, Schema } from '@kubemin/kubeapi/schema';
import { conform, copyJson, type Shaped } from '../../registry/object-shape.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { fillObjectDefaults } from '../values/fill-defaults.ts';
import { pruneObject } from '../values/prune.ts';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Gives custom resources the shape of their schema: metadata as everywhere, the rest pruned and defaulted. */
export function customShape(schema: StructuralSchema, builtin: Schema): (value: JsonObject) => Shaped {
  const metadataType = metadataSchema(builtin);
  return (value) => {
    const copy = copyJson(value);
    const object = isJsonObject(copy) ? copy : {};
    const pruned = pruneObject(schema, object);
    const { metadata = {} } = object;
    const meta = conform({ metadata }, metadataType);
    return {
      value: fillObjectDefaults(schema, { ...pruned.value, ...meta.value }),
      unknown: [...pruned.dropped, ...meta.unknown],
    };
  };
}

/** A type of which only the metadata is known. */
function metadataSchema(builtin: Schema): ObjectSchema {
  const type = builtin.types.get(OBJECT_META);
  const field: FieldSchema = { value: type ?? { kind: 'any' }, required: false, pointer: false };
  return { kind: 'object', name: OBJECT_META, kinds: [], atomic: false, fields: new Map([['metadata', field]]) };
}

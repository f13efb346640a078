import { fieldError } from '@kubemin/kubeapi';
import type { KeywordReader } from './keyword-reader.ts';
import { inside, keyed } from './schema-path.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** What lists that are sets or maps need: items that can be distinguished. */
export function checkListType(keywords: KeywordReader, schema: StructuralSchema): void {
  const { path } = keywords;
  const listType = keywords.text('x-kubernetes-list-type');
  const type = keywords.text('type');
  if (listType !== undefined && type !== 'array') {
    const at = inside(path, 'type');
    const why = 'must be array if x-kubernetes-list-type is specified';
    keywords.report(type === undefined ? fieldError.required(at, why) : fieldError.invalid(at, type, why));
  } else if (listType === 'set') {
    checkSetItems(keywords, schema);
  }
  if (schema.listMapKeys.length > 0 && listType !== 'map') {
    const at = inside(path, 'x-kubernetes-list-type');
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    keywords.report(listType === undefined ? fieldError.required(at, why) : fieldError.invalid(at, listType, why));
  }
  if (listType === 'map') checkMapItems(keywords, schema);
}

function checkSetItems(keywords: KeywordReader, { items }: StructuralSchema): void {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const at = inside(keywords.path, 'items');
  if (items?.type === 'array' && items.listType !== undefined && items.listType !== 'atomic')
    keywords.report(fieldError.invalid(inside(at, 'x-kubernetes-list-type'), items.listType, why));
  if (items?.type === 'object' && items.mapType !== 'atomic')
    keywords.report(fieldError.invalid(inside(at, 'x-kubernetes-map-type'), items.mapType, why));
}

function checkMapItems(keywords: KeywordReader, { items, listMapKeys }: StructuralSchema): void {
  const { path } = keywords;
  const keysAt = inside(path, 'x-kubernetes-list-map-keys');
  if (listMapKeys.length === 0)
    keywords.report(fieldError.required(keysAt, 'must not be empty if x-kubernetes-list-type is map'));
  if (new Set(listMapKeys).size < listMapKeys.length)
    keywords.report(fieldError.invalid(keysAt, listMapKeys, 'must not contain duplicate entries'));
  if (items === undefined) {
    keywords.report(fieldError.required(inside(path, 'items'), 'must have a schema if x-kubernetes-list-type is map'));
    return;
  }
  if (items.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    keywords.report(fieldError.invalid(inside(path, 'items', 'type'), items.type ?? '', why));
    return;
  }
  for (const key of listMapKeys) {
    const property = items.properties.get(key);
    if (property === undefined) {
      keywords.report(fieldError.invalid(keysAt, listMapKeys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      const at = inside(keyed(inside(path, 'items'), 'properties', key), 'type');
      keywords.report(fieldError.invalid(at, property.type, why));
    }
  }
}

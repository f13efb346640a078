import { isRecord } from '@kubemin/base';
import { SECRET_MASK } from '@kubemin/model';
import { readComponents } from './document.ts';
import { getAt, type JsonObject, type Path, setAt } from './json.ts';

/** The document as a text may show it: values of secrets are masked, those that were typed just now too. */
export function hideSecrets(document: JsonObject): JsonObject {
  return mapSecrets(document, () => SECRET_MASK);
}

/** The document with masks replaced by what `before` has at the same component and key. */
export function restoreSecrets(document: JsonObject, before: JsonObject): JsonObject {
  const known = new Map(
    readComponents(before).map(({ name, value }) => [name, getAt(value, ['properties', 'secret'])] as const),
  );
  return mapSecrets(document, (value, component, key) => {
    const stored = value === SECRET_MASK ? getAt(known.get(component), [key]) : value;
    return stored === undefined ? value : stored;
  });
}

function mapSecrets(
  document: JsonObject,
  map: (value: unknown, component: string, key: string) => unknown,
): JsonObject {
  return readComponents(document).reduce<JsonObject>((changed, { index, name, type, value }) => {
    const path: Path = ['component', index, 'properties', 'secret'];
    const data = getAt(value, ['properties', 'secret']);
    if (type !== 'secret' || !isRecord(data)) return changed;
    const next = Object.fromEntries(Object.entries(data).map(([key, each]) => [key, map(each, name, key)]));
    const result = setAt(changed, path, next);
    return isRecord(result) ? result : changed;
  }, document);
}

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../object/index.ts';
import { type FieldPath, formatFieldPath } from './field-set.ts';
import { type ItemizedType, itemElement, itemType } from './list-items.ts';
import { fieldElement, formatPathElement, type PathElement } from './path-element.ts';
import { type DeducedType, fieldType, type GranularType, type StructuralType } from './structural-type.ts';
import { typeBranch } from './value-branch.ts';

/** What keeps a configuration from being applied: one line each, with the path, in Kubernetes' words. */
export function configurationProblems(config: JsonObject, type: StructuralType): readonly string[] {
  return [...valueProblems(config, type, [])];
}

function* valueProblems(value: JsonValue, type: StructuralType, path: FieldPath): Iterable<string> {
  const branch = typeBranch(type);
  if (value === null || branch.kind === 'none') return;
  if (branch.kind === 'items') {
    if (isJsonArray(value)) yield* itemProblems(value, branch.type, path);
    else yield problem(path, `expected list, got ${JSON.stringify(value)}`);
  } else if (isJsonObject(value)) {
    yield* fieldProblems(value, branch.type, path);
  } else if (branch.type.kind !== 'deduced') {
    yield problem(path, `expected map, got ${JSON.stringify(value)}`);
  }
}

function* fieldProblems(value: JsonObject, type: GranularType | DeducedType, path: FieldPath): Iterable<string> {
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, fieldElement(name)];
    const known = type.kind === 'deduced' || type.others !== undefined || type.field(name) !== undefined;
    if (known) yield* valueProblems(inner, fieldType(type, name), place);
    else yield problem(place, 'field not declared in schema');
  }
}

function* itemProblems(items: readonly JsonValue[], type: ItemizedType, path: FieldPath): Iterable<string> {
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item, type);
    const element = itemElement(type, item, index);
    if (fault !== undefined) yield problem(path, `element ${index}: ${fault}`);
    else if (seen.has(element)) yield problem(path, `duplicate entries for key ${formatPathElement(element)}`);
    else yield* valueProblems(item, itemType(type), [...path, element]);
    seen.add(element);
  }
}

function itemFault(item: JsonValue, type: ItemizedType): string | undefined {
  if (type.kind === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    return typeof item === 'object' ? "associative list without keys has an element that's not a scalar" : undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isJsonObject(item)) return 'associative list with keys may not have non-map elements';
  const missing = type.keys.find(({ name, default: fallback }) => (item[name] ?? fallback) === undefined);
  if (missing === undefined) return undefined;
  return `associative list with keys has an element that omits key field ${JSON.stringify(missing.name)} (and doesn't have default value)`;
}

function problem(path: FieldPath, message: string): string {
  return path.length === 0 ? message : `${formatFieldPath(path)}: ${message}`;
}

import { type FieldError, fieldError, isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { valueRules } from '../rules/value-rules.ts';
import { checkCompleteness } from './completeness.ts';
import { checkExtensions } from './extension-checks.ts';
import { checkKeywords } from './keyword-checks.ts';
import { KeywordReader } from './keyword-reader.ts';
import { checkListType } from './list-type-checks.ts';
import { checkNested } from './nested-checks.ts';
import { inside, keyed, type SchemaPlace } from './schema-path.ts';
import { SchemaProblems } from './schema-problems.ts';
import {
  EMPTY_SCHEMA,
  type ListType,
  type MapType,
  OBJECT_FIELDS,
  SCHEMA_TYPES,
  type StructuralSchema,
} from './structural-schema.ts';
import { checkStructure } from './structure-checks.ts';

/** Real schemas stay far below both. */
const MAX_DEPTH = 100;
const MAX_NODES = 100_000;

export interface SchemaReading {
  readonly schema: StructuralSchema;
  /** Empty exactly when the schema is structural and can be used. */
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/** Reads an `openAPIV3Schema`; `path` is where it stands in the definition. Never throws, whatever the value. */
export function readSchema(json: unknown, path: string): SchemaReading {
  const reader = new SchemaReader();
  const place: SchemaPlace = { path, level: 'root', depth: 0, insideMeta: false, noDefaults: undefined };
  const schema = reader.read(isJson(json) ? json : null, place);
  checkCompleteness(schema, path, reader.problems);
  const { errors, warnings } = reader.problems;
  return { schema, errors, warnings };
}

class SchemaReader {
  readonly problems = new SchemaProblems();
  #nodes = 0;

  read(json: JsonValue, place: SchemaPlace): StructuralSchema {
    if (!isJsonObject(json)) {
      this.problems.add(fieldError.typeInvalid(place.path, json, 'must be a schema object'));
      return EMPTY_SCHEMA;
    }
    this.#nodes += 1;
    if (place.depth > MAX_DEPTH || this.#nodes > MAX_NODES) {
      const limit =
        place.depth > MAX_DEPTH ? `nest deeper than ${MAX_DEPTH} levels` : `have more than ${MAX_NODES} parts`;
      // Reported once: beyond the limit every part would report it again.
      if (place.depth === MAX_DEPTH + 1 || this.#nodes === MAX_NODES + 1)
        this.problems.add(fieldError.invalid(place.path, '', `the schema must not ${limit}`));
      return EMPTY_SCHEMA;
    }
    const keywords = new KeywordReader(json, place.path, this.problems);
    checkKeywords(keywords, place);
    const schema = this.#schema(keywords, place);
    if (place.level === 'nested') checkNested(keywords, schema);
    else checkStructure(keywords, schema, place);
    checkExtensions(keywords, schema);
    checkListType(keywords, schema);
    return schema;
  }

  #schema(keywords: KeywordReader, place: SchemaPlace): StructuralSchema {
    const type = keywords.text('type');
    const cel = keywords.list('x-kubernetes-validations').filter(isJsonObject);
    return {
      type: SCHEMA_TYPES.find((known) => known === type),
      nullable: keywords.flag('nullable'),
      default: keywords.value('default'),
      properties: this.#properties(keywords, place),
      additionalProperties: this.#additionalProperties(keywords, place),
      items: this.#items(keywords, place),
      preserveUnknownFields: keywords.flag('x-kubernetes-preserve-unknown-fields'),
      embeddedResource: keywords.flag('x-kubernetes-embedded-resource'),
      intOrString: keywords.flag('x-kubernetes-int-or-string'),
      listType: oneOf<ListType>(keywords, 'x-kubernetes-list-type', ['atomic', 'set', 'map']),
      listMapKeys: keywords.texts('x-kubernetes-list-map-keys'),
      mapType: oneOf<MapType>(keywords, 'x-kubernetes-map-type', ['atomic', 'granular']),
      rules: valueRules(keywords),
      allOf: this.#junctor(keywords, place, 'allOf'),
      anyOf: this.#junctor(keywords, place, 'anyOf'),
      oneOf: this.#junctor(keywords, place, 'oneOf'),
      not: this.#not(keywords, place),
      celRules: cel,
    };
  }

  #properties(keywords: KeywordReader, place: SchemaPlace): StructuralSchema['properties'] {
    const isObject = place.level === 'root' || keywords.flag('x-kubernetes-embedded-resource');
    const entries = Object.entries(keywords.object('properties') ?? {}).map(
      ([name, json]): [string, StructuralSchema] => {
        const meta = isObject && OBJECT_FIELDS.includes(name);
        const noDefaults = meta && place.level === 'root' ? `in top-level ${name}` : place.noDefaults;
        const at = deeper(place, keyed(place.path, 'properties', name), 'field');
        return [name, this.read(json, { ...at, insideMeta: place.insideMeta || meta, noDefaults })];
      },
    );
    return new Map(entries);
  }

  #additionalProperties(keywords: KeywordReader, place: SchemaPlace): StructuralSchema['additionalProperties'] {
    const json = keywords.value('additionalProperties');
    if (json === undefined || typeof json === 'boolean') return json;
    const reason = 'inside additionalProperties applying to object metadata';
    const noDefaults = place.insideMeta ? reason : place.noDefaults;
    return this.read(json, { ...deeper(place, inside(place.path, 'additionalProperties'), 'field'), noDefaults });
  }

  #items(keywords: KeywordReader, place: SchemaPlace): StructuralSchema | undefined {
    const json = keywords.value('items');
    const path = inside(place.path, 'items');
    if (isJsonArray(json)) {
      this.problems.add(fieldError.forbidden(path, 'items must be a schema object and not an array'));
      return undefined;
    }
    return json === undefined ? undefined : this.read(json, deeper(place, path, 'item'));
  }

  #junctor(keywords: KeywordReader, place: SchemaPlace, keyword: string): readonly StructuralSchema[] {
    return keywords
      .list(keyword)
      .map((json, index) => this.read(json, nested(place, keyed(place.path, keyword, index))));
  }

  #not(keywords: KeywordReader, place: SchemaPlace): StructuralSchema | undefined {
    const json = keywords.value('not');
    return json === undefined ? undefined : this.read(json, nested(place, inside(place.path, 'not')));
  }
}

function deeper(place: SchemaPlace, path: string, level: 'item' | 'field'): SchemaPlace {
  return { ...place, path, level: place.level === 'nested' ? 'nested' : level, depth: place.depth + 1 };
}

function nested(place: SchemaPlace, path: string): SchemaPlace {
  return { ...place, path, level: 'nested', depth: place.depth + 1 };
}

function oneOf<T extends string>(keywords: KeywordReader, keyword: string, known: readonly T[]): T | undefined {
  const given = keywords.text(keyword);
  const found = known.find((value) => value === given);
  if (given !== undefined && found === undefined)
    keywords.report(fieldError.notSupported(inside(keywords.path, keyword), given, known));
  return found;
}

function isJson(value: unknown): value is JsonValue {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}

import { fieldError } from '@kubemin/kubeapi';
import type { KeywordReader } from './keyword-reader.ts';
import { inside, keyed, type SchemaPlace } from './schema-path.ts';
import type { StructuralSchema } from './structural-schema.ts';

const UNTYPED: Readonly<Record<'root' | 'item' | 'field', string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** What makes a schema structural: everything specified has one type, and objects keep their metadata. */
export function checkStructure(keywords: KeywordReader, schema: StructuralSchema, place: SchemaPlace): void {
  const { path, level } = place;
  const report = keywords.report.bind(keywords);
  checkType(keywords, schema, level === 'nested' ? 'field' : level);
  if (schema.type === 'array' && !keywords.has('items'))
    report(fieldError.required(inside(path, 'items'), 'must be specified'));
  if (level === 'root' && schema.additionalProperties !== undefined)
    report(fieldError.forbidden(inside(path, 'additionalProperties'), 'must not be used at the root'));
  if (schema.embeddedResource) checkEmbedded(keywords, schema);
  if (level === 'root' || schema.embeddedResource) checkObjectFields(keywords, schema);
  if (level === 'root') checkRootMetadata(keywords, schema);
}

function checkType(keywords: KeywordReader, schema: StructuralSchema, level: 'root' | 'item' | 'field'): void {
  const { path } = keywords;
  const type = keywords.text('type');
  const at = inside(path, 'type');
  if (schema.embeddedResource && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    keywords.report(type === undefined ? fieldError.required(at, why) : fieldError.invalid(at, type, why));
  } else if (type === undefined && !schema.intOrString && !schema.preserveUnknownFields) {
    keywords.report(fieldError.required(at, UNTYPED[level]));
  }
  if (level === 'root' && type !== undefined && type !== 'object')
    keywords.report(fieldError.invalid(at, type, 'must be object at the root'));
}

function checkEmbedded(keywords: KeywordReader, schema: StructuralSchema): void {
  const { path } = keywords;
  if (schema.additionalProperties !== undefined) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set';
    keywords.report(fieldError.forbidden(inside(path, 'additionalProperties'), why));
  }
  if (!schema.preserveUnknownFields && schema.properties.size === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    keywords.report(fieldError.required(inside(path, 'properties'), why));
  }
}

function checkObjectFields(keywords: KeywordReader, { properties }: StructuralSchema): void {
  const types = { kind: 'string', apiVersion: 'string', metadata: 'object' };
  for (const [name, type] of Object.entries(types)) {
    const given = properties.get(name);
    if (given === undefined || given.type === type) continue;
    const at = inside(keyed(keywords.path, 'properties', name), 'type');
    keywords.report(fieldError.invalid(at, given.type ?? '', `must be ${type}`));
  }
}

/** Metadata is the same for every kind; a schema may only narrow the name. */
function checkRootMetadata(keywords: KeywordReader, { properties }: StructuralSchema): void {
  const metadata = properties.get('metadata');
  if (metadata === undefined) return;
  const { additionalProperties, preserveUnknownFields, nullable, mapType, celRules, rules } = metadata;
  const others = [...metadata.properties.keys()].filter((name) => name !== 'name' && name !== 'generateName');
  const more =
    others.length > 0 ||
    additionalProperties !== undefined ||
    preserveUnknownFields ||
    nullable ||
    mapType !== undefined ||
    celRules.length > 0 ||
    rules.length > 0;
  if (!more) return;
  const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  keywords.report(fieldError.forbidden(keyed(keywords.path, 'properties', 'metadata'), why));
}

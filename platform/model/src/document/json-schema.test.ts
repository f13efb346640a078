import { isRecord } from '@kubemin/base';
import { describe, expect, test } from 'vitest';
import { fullDocument, model } from '../test-support/sample.ts';

const schema = model.jsonSchema();
const defs = isRecord(schema.$defs) ? schema.$defs : {};

function follow(node: unknown): unknown {
  const target = isRecord(node) && typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : undefined;
  return target === undefined ? node : follow(defs[target]);
}

/** The alternatives of a node; one of several is chosen by the type in the value. */
function chosen(node: unknown, value: unknown): unknown {
  const here = follow(node);
  if (!isRecord(here) || !Array.isArray(here.anyOf)) return here;
  const alternatives = here.anyOf.map(follow);
  const type = isRecord(value) ? value.type : undefined;
  const matching = alternatives.find((each) => {
    const properties = isRecord(each) && isRecord(each.properties) ? each.properties : {};
    return isRecord(properties.type) && properties.type.const === type;
  });
  return matching ?? alternatives[0];
}

/** Places of a value that the schema does not describe. */
function undescribed(node: unknown, value: unknown, path = ''): readonly string[] {
  const here = chosen(node, value);
  if (!isRecord(here)) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => undescribed(here.items, item, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  const properties = isRecord(here.properties) ? here.properties : {};
  return Object.entries(value).flatMap(([key, item]) => {
    const next = Object.hasOwn(properties, key) ? properties[key] : here.additionalProperties;
    return isRecord(next) ? undescribed(next, item, `${path}.${key}`) : [`${path}.${key}`];
  });
}

function schemaNodes(node: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(node)) return node.flatMap(schemaNodes);
  return isRecord(node) ? [node, ...Object.values(node).flatMap(schemaNodes)] : [];
}

describe('the JSON Schema', () => {
  test('describes every field of a document that uses everything', () => {
    expect(undescribed(schema, { $schema: 'x', ...fullDocument })).toEqual([]);
  });

  test('has its draft and title, and takes an address', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:kubemin:schema:application',
      required: ['name'],
    });
    expect(model.jsonSchema({ id: 'https://example.org/s.json' }).$id).toBe('https://example.org/s.json');
  });

  test('has no reference that leads nowhere', () => {
    const targets = schemaNodes(schema).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !Object.hasOwn(defs, target.replace('#/$defs/', '')))).toEqual([]);
  });

  test('has a title and a description on every field, with an example where one helps', () => {
    const untold = schemaNodes(schema)
      .flatMap(({ type, properties }) => (type === 'object' && isRecord(properties) ? Object.entries(properties) : []))
      .filter(([name, node]) => name !== '$schema' && isRecord(node) && node.$ref === undefined)
      .filter(([, node]) => isRecord(node) && !(node.title !== undefined && node.description !== undefined))
      .map(([name]) => name);
    expect([...new Set(untold)]).toEqual([]);
    expect(schemaNodes(schema).filter(({ examples }) => examples !== undefined).length).toBeGreaterThan(60);
  });

  test('takes the words documents of the manual use, and numbers among the variables', () => {
    expect(JSON.stringify(defs['trait-envFrom'])).toContain('"configMap"');
    expect(JSON.stringify(defs['component-webservice'])).toContain('"type":["string","number","boolean"]');
  });
});

import type { JsonObject } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { readSchema } from '../schema/schema-reader.ts';
import { pruneObject } from './prune.ts';

function pruned(spec: JsonObject, value: unknown): unknown {
  const { schema, errors } = readSchema({ type: 'object', properties: { spec } }, '');
  expect(errors).toEqual([]);
  return pruneObject(schema, JSON.parse(JSON.stringify({ spec: value }))).value.spec;
}

const KEEP = 'x-kubernetes-preserve-unknown-fields';
const EMBEDDED = 'x-kubernetes-embedded-resource';

describe('pruning', () => {
  it('drops what is not specified, at every level, and reports it', () => {
    const { schema } = readSchema(
      {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } } },
          },
        },
      },
      '',
    );
    const object = {
      apiVersion: 'g/v1',
      kind: 'K',
      metadata: { any: { thing: 1 } },
      extra: 1,
      spec: { list: [{ a: '', b: 2 }], c: 3 },
    };
    expect(pruneObject(schema, object)).toEqual({
      value: { apiVersion: 'g/v1', kind: 'K', metadata: { any: { thing: 1 } }, spec: { list: [{ a: '' }] } },
      dropped: ['extra', 'spec.list[0].b', 'spec.c'],
    });
  });

  it('returns the same object when there is nothing to drop', () => {
    const { schema } = readSchema(
      { type: 'object', properties: { spec: { type: 'object', additionalProperties: { type: 'string' } } } },
      '',
    );
    const object = { spec: { a: 'b' } };
    expect(pruneObject(schema, object).value).toBe(object);
  });

  it('keeps unknown fields where asked to, but prunes what is specified below', () => {
    const spec = {
      type: 'object',
      [KEEP]: true,
      properties: { known: { type: 'object', properties: { a: { type: 'string' } } } },
    };
    expect(pruned(spec, { free: { x: 1 }, known: { a: '', b: 1 } })).toEqual({ free: { x: 1 }, known: { a: '' } });
  });

  it('keeps apiVersion, kind and metadata of embedded objects', () => {
    const spec = { type: 'object', [EMBEDDED]: true, properties: { spec: { type: 'object' } } };
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, spec: {} };
    expect(pruned(spec, { ...object, status: {} })).toEqual(object);
  });

  it('prunes inside maps', () => {
    const spec = { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'string' } } } };
    expect(pruned(spec, { one: { a: '', b: 1 } })).toEqual({ one: { a: '' } });
  });

  it('keeps a field called __proto__ only where it is specified, and as a field', () => {
    const { value } = pruneObject(readSchema({ type: 'object' }, '').schema, JSON.parse('{"__proto__":{"a":1}}'));
    expect(Object.keys(value)).toEqual([]);
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const kept = pruneObject(readSchema(schema, '').schema, JSON.parse('{"__proto__":"x","b":1}')).value;
    expect(Object.entries(kept)).toEqual([['__proto__', 'x']]);
  });
});

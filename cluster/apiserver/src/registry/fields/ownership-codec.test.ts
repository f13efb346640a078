import { isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { OwnershipCodec } from './ownership-codec.ts';

const OBJECT: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };

function entry(manager: string, fieldsV1: JsonObject): JsonObject {
  return { manager, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
}

function fieldsIn({ metadata }: KubeObject): readonly unknown[] {
  return (metadata.managedFields ?? []).map((written) => (isJsonObject(written) ? written.fieldsV1 : undefined));
}

test('the stored entry of an unchanged owner is kept, without encoding it again', () => {
  const codec = new OwnershipCodec();
  const stored = [entry('a', { 'f:data': { 'f:a': {} } }), entry('b', { 'f:data': { 'f:b': {} } })];
  const written = codec.write(OBJECT, (codec.decodeStored(stored) ?? []).slice(0, 1));
  expect(fieldsIn(written)).toHaveLength(1);
  expect(fieldsIn(written)[0]).toBe(stored[0]?.fieldsV1);
});

test('entries that a client sent are written in canonical form', () => {
  const codec = new OwnershipCodec();
  const sent = [entry('a', { 'f:z': {}, 'f:a': { 'k:{"b":1,"a":2}': {} } })];
  const [fields] = fieldsIn(codec.write(OBJECT, codec.decode(sent) ?? []));
  expect(JSON.stringify(fields)).toBe('{"f:a":{"k:{\\"a\\":2,\\"b\\":1}":{}},"f:z":{}}');
});

test('odd spellings of the set of nothing but an object itself do not reach the owners of other objects', () => {
  const codec = new OwnershipCodec();
  codec.decodeStored([entry('odd', { '.': { 'f:inside': {} } })]);
  const [fields] = fieldsIn(codec.write(OBJECT, codec.decodeStored([entry('plain', { '.': {} })]) ?? []));
  expect(fields).toEqual({ '.': {} });
});

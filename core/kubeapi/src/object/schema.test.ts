import { describe, expect, test } from 'vitest';
import { resources } from '../generated/resources.gen.ts';
import { loadSchema } from '../generated/schema.gen.ts';
import { formatApiVersion } from './resource.ts';
import type { ObjectSchema, ValueSchema } from './schema.ts';

const schema = loadSchema();

function objectAt(type: ValueSchema | undefined, ...path: readonly string[]): ObjectSchema {
  let at = type;
  for (const name of path) {
    if (at?.kind === 'list') at = at.items;
    at = at?.kind === 'object' ? at.fields.get(name)?.value : undefined;
  }
  if (at?.kind === 'list') at = at.items;
  if (at?.kind !== 'object') throw new Error(`no object at ${path.join('.')}`);
  return at;
}

describe('the schema table', () => {
  test('has a type for every built-in resource', () => {
    const missing = resources.filter((info) => schema.ofKind(formatApiVersion(info), info.kind) === undefined);
    expect(missing).toEqual([]);
  });

  test('knows nothing of custom resources', () => {
    expect(schema.ofKind('example.com/v1', 'Widget')).toBeUndefined();
  });

  test('carries merge keys, list map keys and defaults down to container ports', () => {
    const container = objectAt(schema.ofKind('apps/v1', 'Deployment'), 'spec', 'template', 'spec', 'containers');
    expect(container.fields.get('ports')).toMatchObject({
      listType: 'map',
      listMapKeys: ['containerPort', 'protocol'],
      patch: ['merge'],
      mergeKey: 'containerPort',
      protobufNumber: 6,
    });
    expect(objectAt(container, 'ports').fields.get('protocol')).toMatchObject({ default: 'TCP', required: false });
    expect(objectAt(container, 'ports').fields.get('containerPort')).toMatchObject({ required: true, pointer: false });
  });

  test('distinguishes scalars: quantities, times, bytes, any', () => {
    const secret = schema.ofKind('v1', 'Secret')?.fields.get('data')?.value;
    expect(secret).toEqual({ kind: 'map', values: { kind: 'bytes' } });
    const limits = schema.types.get('io.k8s.api.core.v1.ResourceRequirements');
    expect(limits?.kind === 'object' && limits.fields.get('limits')?.value).toMatchObject({
      kind: 'map',
      values: { kind: 'quantity', name: 'io.k8s.apimachinery.pkg.api.resource.Quantity' },
    });
    expect(schema.types.get('io.k8s.apimachinery.pkg.runtime.RawExtension')?.kind).toBe('any');
    const renewTime = objectAt(schema.ofKind('coordination.k8s.io/v1', 'Lease'), 'spec').fields.get('renewTime');
    expect(renewTime?.value.kind).toBe('microTime');
  });

  test('leads through the messages that protobuf wraps around fields and JSON does not', () => {
    const rule = schema.types.get('io.k8s.api.admissionregistration.v1.NamedRuleWithOperations');
    expect(rule?.kind === 'object' && rule.fields.get('apiVersions')).toMatchObject({
      protobufWithin: [2, 2],
      protobufNumber: 2,
    });
    const volume = objectAt(schema.ofKind('v1', 'Pod'), 'spec', 'volumes');
    expect(volume.fields.get('emptyDir')).toMatchObject({ protobufWithin: [2], protobufNumber: 2, pointer: true });
  });

  test('has a protobuf number for every field of an object', () => {
    const notOnTheWire = ['apiVersion', 'kind'];
    const objects = [...schema.types.values()].filter((type) => type.kind === 'object');
    const missing = objects
      // The version of a server is only ever JSON.
      .filter(({ name }) => name !== 'io.k8s.apimachinery.pkg.version.Info')
      .flatMap(({ name, fields }) =>
        [...fields].map(([field, { protobufNumber }]) => ({ name, field, protobufNumber })),
      )
      .filter(({ field, protobufNumber }) => protobufNumber === undefined && !notOnTheWire.includes(field));
    expect(missing).toEqual([]);
  });

  test('knows the kinds that every group has', () => {
    expect(schema.ofKind('apps/v1', 'DeleteOptions')?.name).toBe('io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions');
  });

  test('resolves types that contain themselves', () => {
    const props = schema.types.get('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps');
    const properties = props?.kind === 'object' ? props.fields.get('properties')?.value : undefined;
    expect(properties?.kind === 'map' && properties.values).toBe(props);
  });
});

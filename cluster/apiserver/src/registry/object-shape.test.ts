import { applyMergePatch, deepFreeze } from '@kubemin/kubeapi';
import { loadSchema } from '@kubemin/kubeapi/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conform, copyJson, ShapeError } from './object-shape.ts';

const schema = loadSchema();
const deployments = schema.ofKind('apps/v1', 'Deployment');
const services = schema.ofKind('v1', 'Service');
const pods = schema.ofKind('v1', 'Pod');

function shaped(type: typeof pods, value: unknown): unknown {
  if (type === undefined) throw new Error('the schema lacks a type');
  return conform(value, type).value;
}

describe('an object that comes in', () => {
  it('loses unknown fields, nulls and optional zeros', () => {
    const value = {
      metadata: { name: 'a', creationTimestamp: null, labels: {}, finalizers: [], nonsense: 1 },
      spec: { hostNetwork: false, nodeName: '', containers: [{ name: 'c', image: 'i', tty: false, args: [] }] },
    };
    expect(shaped(pods, value)).toEqual({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
  });

  it('keeps zeros that mean something', () => {
    const value = {
      spec: { replicas: 0, selector: {}, template: { spec: { containers: [], automountServiceAccountToken: false } } },
    };
    expect(shaped(deployments, value)).toEqual(value);
  });

  it('has its required fields filled in', () => {
    expect(shaped(deployments, { spec: {} })).toEqual({ spec: { selector: {}, template: {} } });
    expect(shaped(pods, { spec: { containers: [{}] } })).toEqual({ spec: { containers: [{ name: '' }] } });
  });

  it('is refused with the place of the wrong type', () => {
    expect(() => shaped(deployments, { spec: { replicas: '3' } })).toThrow(
      'cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    );
    expect(() => shaped(services, { spec: { ports: [{ port: 1.5 }] } })).toThrow('spec.ports[0].port');
    expect(() => shaped(pods, { spec: { containers: {} } })).toThrow('spec.containers');
    expect(() => shaped(pods, { spec: { containers: [{ resources: { limits: { cpu: 'lots' } } }] } })).toThrow(
      'resources.limits.cpu',
    );
  });

  it('cannot reach the prototype', () => {
    const value: unknown = JSON.parse('{"metadata":{"labels":{"__proto__":"x","constructor":"y"}}}');
    expect(Object.entries(Object(shaped(pods, value)).metadata.labels)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});

it('whatever comes in comes out in shape or is refused, never anything else', () => {
  const fields = fc.constantFrom(
    'metadata',
    'spec',
    'status',
    'containers',
    'name',
    'labels',
    'template',
    'replicas',
    'ports',
    'x',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.jsonValue(), tie('object'), fc.array(tie('object'), { maxLength: 3 })),
    object: fc.dictionary(fields, tie('value'), { maxKeys: 4 }),
  }));
  fc.assert(
    fc.property(value, (given) => {
      for (const type of [pods, deployments, services]) {
        let once: unknown;
        try {
          once = shaped(type, given);
        } catch (error) {
          expect(error).toBeInstanceOf(ShapeError);
          continue;
        }
        expect(shaped(type, once)).toEqual(once);
      }
    }),
  );
});

it('a copy of JSON shares nothing and refuses what is not JSON', () => {
  const value = { a: [{ b: 1 }] };
  const copy = copyJson(value);
  expect(copy).toEqual(value);
  expect(Object(copy).a[0]).not.toBe(value.a[0]);
  expect(() => copyJson({ a: () => 1 })).toThrow(ShapeError);
  expect(() => copyJson(Number.NaN)).toThrow(ShapeError);
});

describe('an object that was changed here and there', () => {
  const stored = deepFreeze(
    shaped(pods, {
      metadata: { name: 'a', labels: { app: 'web' }, managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': {} } }] },
      spec: {
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '0.1' } } }],
        nodeSelector: { a: 'b' },
      },
      status: { phase: 'Pending', startTime: '2026-01-01T00:00:00Z', conditions: [{ type: 'Ready', status: 'False' }] },
    }),
  );
  const changes = fc.subarray([
    { status: { phase: 'Running', startTime: null, podIP: '' } },
    { status: { conditions: [{ type: 'Ready', status: 'True', nonsense: 1 }] } },
    { metadata: { labels: { app: null, tier: 'front' }, nonsense: {} } },
    { metadata: { name: 'a', uid: 'u' } },
    { spec: { containers: [{ name: 'c', image: '' }] } },
    { spec: null, nonsense: true },
  ]);

  it('is the same with what it was before at hand as without', () => {
    fc.assert(
      fc.property(changes, (patches) => {
        const changed = patches.reduce<unknown>(applyMergePatch, stored);
        expect(conformPod(changed, stored)).toEqual(conformPod(changed));
      }),
    );
  });

  it('shares with it what stayed as it was', () => {
    const changed = applyMergePatch(stored, { metadata: { uid: 'u' }, status: { phase: 'Running' } });
    const { value } = conformPod(changed, stored);
    expect(value.spec).toBe(Object(stored).spec);
    expect(Object(value.metadata).managedFields).toBe(Object(stored).metadata.managedFields);
  });

  function conformPod(value: unknown, known?: unknown) {
    if (pods === undefined) throw new Error('the schema lacks a type');
    return conform(value, pods, known);
  }
});

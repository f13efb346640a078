import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../object/json.ts';
import { createdFields } from './created-fields.ts';
import { encodeFieldsV1 } from './fields-v1.ts';
import { STATUS_FIELDS } from './ownership-scope.ts';
import { DEDUCED, type StructuralType } from './structural-type.ts';
import { builtin, DEPLOYMENT } from './test-support/field-manager.ts';
import { trackUpdate } from './update-tracking.ts';
import { zeroObject } from './zero-object.ts';

/** Names of a deployment's fields under which anything may stand, right or wrong. */
const NAMES = [
  ...['apiVersion', 'kind', 'metadata', 'name', 'labels', 'finalizers', 'spec', 'replicas', 'template', 'status'],
  ...[
    'containers',
    'image',
    'ports',
    'containerPort',
    'env',
    'conditions',
    'type',
    'strategy',
    'selector',
    '__proto__',
  ],
];

const values = fc.letrec<{ value: unknown; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.constantFrom<unknown>('a', '', 0, 80, true, false, null, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 6 })
    .map((fields) => JSON.parse(JSON.stringify(fields))),
}));

const deployments: readonly [StructuralType, JsonObject] = [DEPLOYMENT, zeroObject(builtin('apps/v1', 'Deployment'))];
const unknown: readonly [StructuralType, JsonObject] = [DEDUCED, {}];

it('is what an update from nothing would own, whatever the object', () => {
  const writer = { manager: 'me', apiVersion: 'apps/v1', subresource: '' };
  const cases = fc.constantFrom(deployments, unknown);
  const scopes = fc.constantFrom({}, { without: STATUS_FIELDS });
  fc.assert(
    fc.property(values.object, cases, scopes, (object, [type, zero], scope) => {
      const [entry] = trackUpdate({ before: zero, after: object, type, managed: [], writer, scope, now: 'now' });
      const expected = entry === undefined ? undefined : JSON.stringify(encodeFieldsV1(entry.fields));
      expect(JSON.stringify(createdFields({ object, zero, type, scope }))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

it('goes into the items of lists', () => {
  const template = { spec: { containers: [{ name: 'a', image: 'b' }], nodeSelector: { x: 'y' } } };
  const object = { spec: { template } };
  const [type, zero] = deployments;
  const fields = createdFields({ object, zero, type, scope: {} });
  const inside = isJsonObject(fields) ? fields['f:spec'] : undefined;
  expect(inside).toEqual({
    'f:template': {
      'f:spec': {
        'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
        'f:nodeSelector': {},
      },
    },
  });
});

import type { JsonObject } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { WIDGET_SCHEMA, widgetDefinition } from '../../test-support/widget-definition.ts';
import { SchemaReadings } from '../schema/schema-readings.ts';
import { approvalProblems } from './api-approval.ts';
import type { Definition } from './definition.ts';
import { definitionChangeProblems, definitionProblems, storedVersionProblems } from './definition-problems.ts';
import { defaultDefinition } from './definition-strategy.ts';

type Change = Parameters<typeof widgetDefinition>[0];

function problems(change: Change): readonly string[] {
  return definitionProblems(defaultDefinition(widgetDefinition(change)), new SchemaReadings()).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

const V2: JsonObject = { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: WIDGET_SCHEMA } };
const V1: JsonObject = { ...V2, name: 'v1', storage: true };

describe('a definition', () => {
  it('gets the names that follow from its kind, and no conversion', () => {
    expect(defaultDefinition(widgetDefinition()).spec).toMatchObject({
      names: { singular: 'widget', listKind: 'WidgetList' },
      conversion: { strategy: 'None' },
    });
  });

  it('may be as usual', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ spec: { versions: [V1, V2] } })).toEqual([]);
  });

  it.each<[string, Change, string]>([
    [
      'another name',
      { metadata: { name: 'other' } },
      'metadata.name: Invalid value: "other": must be spec.names.plural+"."+spec.group',
    ],
    [
      'a group without a dot',
      { metadata: { name: 'widgets.test' }, spec: { group: 'test' } },
      'spec.group: Invalid value: "test": should be a domain with at least one dot',
    ],
    [
      'an unknown scope',
      { spec: { scope: 'Galaxy' } },
      'spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"',
    ],
    [
      'no storage version',
      { version: { storage: false } },
      'spec.versions: Invalid value: ["v1"]: must have exactly one version marked as storage version',
    ],
    [
      'two storage versions',
      { spec: { versions: [V1, { ...V2, storage: true }] } },
      'spec.versions: Invalid value: ["v1","v2"]: must have exactly one version marked as storage version',
    ],
    [
      'a version twice',
      { spec: { versions: [V1, { ...V1, storage: false }] } },
      'spec.versions: Invalid value: ["v1","v1"]: must contain unique version names',
    ],
    [
      'no schema',
      { version: { schema: {} } },
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ],
    [
      'a schema that is not structural',
      { version: { schema: { openAPIV3Schema: { type: 'object', properties: { spec: {} } } } } },
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    ],
    [
      'a default that is not valid',
      {
        version: {
          schema: {
            openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', maxLength: 1, default: 'ab' } } },
          },
        },
      },
      'spec.versions[0].schema.openAPIV3Schema.properties[a].default: Too long: may not be more than 1 bytes',
    ],
    [
      'listKind as kind',
      { spec: { names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } } },
      'spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same',
    ],
    [
      'a column of no known type',
      { version: { additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: '.a' }] } },
      'spec.versions[0].additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
    ],
    [
      'a column path without a dot',
      { version: { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'a' }] } },
      'spec.versions[0].additionalPrinterColumns[0].jsonPath: Invalid value: "a": must be a simple json path starting with .',
    ],
    [
      'a scale outside of spec',
      { version: { subresources: { scale: { specReplicasPath: '.status.a', statusReplicasPath: '.status.b' } } } },
      'spec.versions[0].subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
    ],
    [
      'a selectable field of an object',
      { version: { selectableFields: [{ jsonPath: '.spec.free' }] } },
      'spec.versions[0].selectableFields[0].jsonPath: Invalid value: ".spec.free": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
    ],
    [
      'a selectable field that is not there',
      { version: { selectableFields: [{ jsonPath: '.spec.none' }] } },
      'spec.versions[0].selectableFields[0].jsonPath: Invalid value: ".spec.none": is an invalid path: the schema has no such field',
    ],
    [
      'a warning for a version that is not deprecated',
      { version: { deprecationWarning: 'go away' } },
      'spec.versions[0].deprecationWarning: Invalid value: "go away": can only be set for deprecated versions',
    ],
    [
      'a conversion by an unknown strategy',
      { spec: { conversion: { strategy: 'Magic' } } },
      'spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"',
    ],
    [
      'a conversion by webhook without its address',
      { spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } } },
      'spec.conversion.webhook.clientConfig: Required value: required when strategy is set to Webhook',
    ],
    [
      'a conversion by webhook that knows no version of reviews',
      {
        spec: {
          conversion: {
            strategy: 'Webhook',
            webhook: { clientConfig: { url: 'https://hooks.test' }, conversionReviewVersions: ['v7'] },
          },
        },
      },
      'spec.conversion.webhook.conversionReviewVersions: Invalid value: ["v7"]: must include at least one of v1, v1beta1',
    ],
    [
      'preserveUnknownFields',
      { spec: { preserveUnknownFields: true } },
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ],
  ])('must not have %s', (_name, change, problem) => {
    expect(problems(change)).toEqual([problem]);
  });

  it('keeps status and the rest apart in schemas with a status subresource', () => {
    const schema = { openAPIV3Schema: { ...WIDGET_SCHEMA, not: { required: ['status'] } } };
    expect(problems({ version: { schema } })).toEqual([]);
    expect(problems({ version: { schema, subresources: { status: {} } } })).toEqual([
      expect.stringMatching(
        /openAPIV3Schema: Invalid value: "not": only \[.*\] fields are allowed at the root of the schema/,
      ),
    ]);
  });
});

describe('a changed definition', () => {
  const established = (definition: Definition): Definition => ({
    ...definition,
    status: { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1'] },
  });

  it('keeps what decides where its objects are', () => {
    const before = established(widgetDefinition());
    const after = widgetDefinition({ kind: 'Gadget', spec: { scope: 'Cluster' } });
    expect(definitionChangeProblems(after, before).map(({ field }) => field)).toEqual([
      'spec.scope',
      'spec.names.kind',
    ]);
    expect(definitionChangeProblems(after, widgetDefinition())).toEqual([]);
  });

  it('keeps every version objects may be stored in', () => {
    const onlyV2 = established(widgetDefinition({ spec: { versions: [{ ...V2, storage: true }] } }));
    expect(storedVersionProblems(onlyV2).map(({ field }) => field)).toEqual([
      'status.storedVersions',
      'status.storedVersions[0]',
    ]);
  });
});

describe('a definition in a group of the Kubernetes project', () => {
  const inGroup = (annotations?: JsonObject): Definition =>
    widgetDefinition({ spec: { group: 'sigs.k8s.io' }, metadata: annotations === undefined ? {} : { annotations } });
  const KEY = 'api-approved.kubernetes.io';

  it('needs a link to its approval, or the word that it has none', () => {
    expect(approvalProblems(inGroup())).toMatchObject([
      { field: `metadata.annotations[${KEY}]`, reason: 'FieldValueRequired' },
    ]);
    expect(approvalProblems(inGroup({ [KEY]: 'sure' }))).toMatchObject([{ reason: 'FieldValueInvalid' }]);
    expect(approvalProblems(inGroup({ [KEY]: 'https://github.com/kubernetes/kubernetes/pull/78458' }))).toEqual([]);
    expect(approvalProblems(inGroup({ [KEY]: 'unapproved, experimental' }))).toEqual([]);
  });

  it('is not refused for what it was accepted with', () => {
    expect(approvalProblems(inGroup(), inGroup())).toEqual([]);
  });
});

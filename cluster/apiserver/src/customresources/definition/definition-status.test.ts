import { apiextensions, core } from '@kubemin/kubeapi/resources';
import { describe, expect, it } from 'vitest';
import { widgetDefinition } from '../../test-support/widget-definition.ts';
import { SchemaReadings } from '../schema/schema-readings.ts';
import type { Definition } from './definition.ts';
import { definitionStatus } from './definition-status.ts';
import { defaultDefinition } from './definition-strategy.ts';

const BUILTINS = [core.v1.pods, apiextensions.v1.customresourcedefinitions];

function withStatus(
  definition: Definition,
  others: readonly Definition[] = [],
  now = '2030-01-01T00:00:00Z',
): Definition {
  const defaulted = defaultDefinition(definition);
  return {
    ...defaulted,
    status: definitionStatus(defaulted, { others, builtins: BUILTINS, schemas: new SchemaReadings(), now }),
  };
}

/** `NamesAccepted=True NoConflicts`, … */
function conditions({ status }: Definition): readonly string[] {
  return (status?.conditions ?? []).map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

describe('the status of a definition', () => {
  it('reports that a new one with free names is served', () => {
    const settled = withStatus(widgetDefinition());
    expect(conditions(settled)).toEqual(['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted']);
    expect(settled.status).toMatchObject({
      acceptedNames: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      storedVersions: ['v1'],
    });
  });

  it('refuses a kind that another definition of the group has', () => {
    const first = withStatus(widgetDefinition());
    const second = withStatus(widgetDefinition({ plural: 'gadgets' }), [first]);
    expect(conditions(second)).toEqual(['NamesAccepted=False ListKindConflict', 'Established=False NotAccepted']);
    expect(second.status?.conditions?.[0]?.message).toBe('"WidgetList" is already in use');
    expect(second.status?.acceptedNames).toMatchObject({ plural: 'gadgets', kind: '' });
  });

  it('refuses a short name that is the plural of another', () => {
    const names = { plural: 'gadgets', kind: 'Gadget', shortNames: ['widgets', 'gd'] };
    const second = withStatus(widgetDefinition({ plural: 'gadgets', spec: { names } }), [
      withStatus(widgetDefinition()),
    ]);
    expect(conditions(second)[0]).toBe('NamesAccepted=False ShortNamesConflict');
    expect(second.status?.acceptedNames?.shortNames).toEqual(['gd']);
  });

  it('accepts the names once the other definition is gone', () => {
    const refused = withStatus(widgetDefinition({ plural: 'gadgets' }), [withStatus(widgetDefinition())]);
    expect(conditions(withStatus(refused))).toEqual([
      'NamesAccepted=True NoConflicts',
      'Established=True InitialNamesAccepted',
    ]);
  });

  it('leaves a served definition alone that asks for one more name in vain', () => {
    const first = withStatus(widgetDefinition());
    const names = { plural: 'gadgets', kind: 'Gadget', shortNames: ['widget'] };
    const second = withStatus(widgetDefinition({ plural: 'gadgets', kind: 'Gadget' }), [first]);
    const wanting = withStatus({ ...second, spec: { ...second.spec, names } }, [first]);
    expect(conditions(wanting)).toEqual([
      'NamesAccepted=False ShortNamesConflict',
      'Established=True InitialNamesAccepted',
    ]);
  });

  it('gives a name that two got at the same moment to the older one', () => {
    const older = withStatus(widgetDefinition({ metadata: { creationTimestamp: '2030-01-01T00:00:00Z' } }));
    const younger = withStatus(
      widgetDefinition({
        plural: 'gadgets',
        metadata: { name: 'gadgets.test.example', creationTimestamp: '2030-01-01T00:00:01Z' },
      }),
    );
    expect(conditions(withStatus(older, [younger]))).toContain('Established=True InitialNamesAccepted');
    expect(conditions(withStatus(younger, [older]))).toContain('Established=False NotAccepted');
  });

  it('does not give away the names of built-in resources', () => {
    const definition = widgetDefinition({
      spec: { group: 'apiextensions.k8s.io', names: { plural: 'crds', kind: 'Widget' } },
    });
    expect(conditions(withStatus(definition))[0]).toBe('NamesAccepted=False PluralConflict');
  });

  it('keeps the time of a condition that stays as it is', () => {
    const first = withStatus(widgetDefinition());
    const later = withStatus(first, [], '2031-01-01T00:00:00Z');
    expect(later.status).toEqual(first.status);
  });

  it('remembers every version objects were stored in', () => {
    const first = withStatus(widgetDefinition());
    const [v1] = first.spec.versions;
    if (v1 === undefined) throw new Error('the definition has no version');
    const versions = [
      { ...v1, storage: false },
      { ...v1, name: 'v2' },
    ];
    expect(withStatus({ ...first, spec: { ...first.spec, versions } }).status?.storedVersions).toEqual(['v1', 'v2']);
  });

  it('reports which schemas are not structural', () => {
    const schema = { openAPIV3Schema: { properties: { a: {} } } };
    expect(conditions(withStatus(widgetDefinition({ version: { schema } })))).toContain(
      'NonStructuralSchema=True Violations',
    );
  });

  it('reports whether a definition in a Kubernetes group is approved', () => {
    const annotations = { 'api-approved.kubernetes.io': 'unapproved' };
    const definition = widgetDefinition({ spec: { group: 'sigs.k8s.io' }, metadata: { annotations } });
    expect(conditions(withStatus(definition))).toContain(
      'KubernetesAPIApprovalPolicyConformant=False UnapprovedAnnotation',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PROJECT_NAMESPACES, type ProjectBinding } from '../task/tenancy/tenancy.ts';
import { namespaceObjects, POD_SECURITY_LABEL, PROJECT_LABEL, projectLabel, SPEC_HASH } from './namespace-objects.ts';

const binding: ProjectBinding = { project: 'shop', clusters: ['default'], namespaces: ['shop'] };
const objects = (more: Partial<ProjectBinding> = {}, settings = DEFAULT_PROJECT_NAMESPACES) =>
  namespaceObjects('shop', { ...binding, ...more }, settings);
const guard = (kind: string, more: Partial<ProjectBinding> = {}, settings = DEFAULT_PROJECT_NAMESPACES) =>
  objects(more, settings).guards.find((object) => object.kind === kind);

describe('the objects of a project namespace', () => {
  test('come from the settings, unless the binding states them, field by field', () => {
    expect(guard('ResourceQuota')?.spec).toEqual({
      hard: { 'requests.cpu': '32', 'requests.memory': '128Gi', pods: '200' },
    });
    expect(guard('ResourceQuota', { quota: { cpu: '4', memory: undefined } })?.spec).toEqual({
      hard: { 'requests.cpu': '4', 'requests.memory': '128Gi', pods: '200' },
    });
    expect(guard('LimitRange', { limitRange: { memory: '1Gi' } })?.spec).toEqual({
      limits: [{ type: 'Container', defaultRequest: { cpu: '50m', memory: '1Gi' } }],
    });
    expect(objects().namespace.metadata.labels).toMatchObject({ [POD_SECURITY_LABEL.enforce]: 'baseline' });
    expect(objects({ podSecurity: 'restricted' }).namespace.metadata.labels).toMatchObject({
      [POD_SECURITY_LABEL.enforce]: 'restricted',
      [PROJECT_LABEL]: 'shop',
    });
  });

  test('deny all connections but DNS, the project itself and ingress controllers, unless the network is open', () => {
    const own = { namespaceSelector: { matchLabels: { [PROJECT_LABEL]: 'shop' } } };
    const names = { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['edge'] };
    const settings = { ...DEFAULT_PROJECT_NAMESPACES, ingressNamespaces: ['edge'] };
    expect(guard('NetworkPolicy', {}, settings)?.spec).toMatchObject({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [own, { namespaceSelector: { matchExpressions: [names] } }] }],
      egress: [{ to: [{}], ports: [{ port: 53 }, { port: 53 }] }, { to: [own] }],
    });
    // An empty list of names would be refused by the API server; none means that no controller may connect.
    const closed = guard('NetworkPolicy', {}, { ...settings, ingressNamespaces: [] });
    expect(closed?.spec).toMatchObject({ ingress: [{ from: [own] }] });
    expect(guard('NetworkPolicy', { network: 'open' })).toBeUndefined();
  });

  test('have another hash exactly when their spec differs', () => {
    const hash = (more?: Partial<ProjectBinding>) => guard('ResourceQuota', more)?.metadata.annotations?.[SPEC_HASH];
    expect(hash()).toBe(hash({ podSecurity: 'restricted' }));
    expect(hash()).not.toBe(hash({ quota: { pods: 1 } }));
  });

  test('have a valid label for every name of a project, and different ones for different names', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 190 }), fc.string({ minLength: 1 }), (one, other) => {
        expect(projectLabel(one)).toMatch(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/);
        expect(projectLabel(one) === projectLabel(other)).toBe(one === other);
      }),
    );
  });
});

import {
  builtinRegistry,
  containerProperties,
  createModel,
  defineComponentType,
  defineTrait,
  extendRegistry,
  type PropertiesData,
  type TraitData,
} from '@kubemin/model';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { generatedName } from './object/object-name.ts';
import { RenderError } from './object/render-error.ts';
import { builtinRenderRegistry } from './renderer/builtin.ts';
import type { ComponentRenderer } from './renderer/component-renderer.ts';
import type { TraitRenderers } from './renderer/registry.ts';
import { createRenderer } from './renderer/renderer.ts';
import type { TraitRenderer } from './renderer/trait-renderer.ts';

// What a third party would write, with nothing but the public doors of both packages.
const budget = defineTrait({
  summary: 'How many copies may be down at once.',
  schema: z.object({ maxUnavailable: z.number().int().min(0) }),
});
const agent = defineComponentType({
  summary: 'One copy on every machine.',
  properties: z.object(containerProperties),
  image: 'required',
});
const registry = extendRegistry(builtinRegistry, { componentTypes: { agent }, traits: { budget } });
type Acme = typeof registry;

const budgetRenderer: TraitRenderer<TraitData<Acme>['budget']> = {
  process: ({ data, component, namespace, appId, path }) => {
    if (data.maxUnavailable > 100) throw new RenderError('Too many.', { path: [...path, 'maxUnavailable'] });
    const metadata = { name: generatedName({ prefix: 'pdb', name: component.name, appId }), namespace };
    const object = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: data };
    return { objects: [{ object }] };
  },
};
const agentRenderer: ComponentRenderer<PropertiesData<Acme>['agent']> = {
  render: (context) => {
    const { component, namespace, appId, selector } = context;
    const name = generatedName({ prefix: 'agent', name: component.name, appId });
    const workload = { apiVersion: 'apps/v1', kind: 'DaemonSet', name, claims: 'none' } as const;
    const pod = context.pod({ workload, container: component.properties });
    const metadata = { name, namespace };
    const spec = { selector: { matchLabels: selector }, template: pod.template };
    return [{ object: { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec } }, ...pod.objects];
  },
};

const model = createModel(registry);
const renderer = createRenderer({
  model: registry,
  componentTypes: { ...builtinRenderRegistry.componentTypes, agent: agentRenderer },
  traits: { ...builtinRenderRegistry.traits, budget: budgetRenderer },
});

function documentWith(maxUnavailable: number) {
  const traits = { budget: { max_unavailable: maxUnavailable }, resources: { cpu: '1' } };
  const { document } = model.parse({ name: 'shop', component: [{ name: 'logs', type: 'agent', image: 'a', traits }] });
  if (document === undefined) throw new Error('sample document');
  return document;
}

test('a registered component type and trait render beside the built-in ones', () => {
  const objects = renderer.render(documentWith(1), { appId: 'abc' });
  expect(objects).toMatchObject([
    {
      component: 'logs',
      onExisting: 'apply',
      object: {
        kind: 'DaemonSet',
        metadata: { name: 'agent-logs-abc', labels: { 'kube-min-cli-appId': 'abc' } },
        spec: { template: { spec: { containers: [{ resources: { limits: { cpu: '1' } } }] } } },
      },
    },
    {
      object: {
        kind: 'PodDisruptionBudget',
        metadata: { name: 'pdb-logs-abc', labels: { 'kube-min-cli-appId': 'abc' } },
        spec: { maxUnavailable: 1 },
      },
    },
  ]);
});

test('its errors have their place in the document', () => {
  expect(() => renderer.render(documentWith(101), { appId: 'abc' })).toThrow(
    expect.objectContaining({ path: 'component[0].traits.budget.maxUnavailable' }),
  );
});

test('a registry that lacks the renderer of a trait does not compile', () => {
  type IsComplete<T> = T extends TraitRenderers<Acme> ? true : false;
  // The compiler checks these two: were the results other than written here, the project would not type-check.
  const withBoth: IsComplete<TraitRenderers<Acme>> = true;
  const withoutBudget: IsComplete<Omit<TraitRenderers<Acme>, 'budget'>> = false;
  expect([withBoth, withoutBudget]).toEqual([true, false]);
});

import { describe, expect, test } from 'vitest';
import { fullDocument, model, withComponent, withTraits } from './test-support/sample.ts';

function component(input: unknown) {
  return model.parse(input).document?.component[0];
}

describe('defaults', () => {
  test('an application has a namespace and one copy of each component', () => {
    const document = model.parse(withComponent({ name: ' WEB ' })).document;
    expect(document).toMatchObject({ namespace: 'default', tmpEnable: false, alias: '' });
    expect(document?.component[0]).toMatchObject({ name: 'web', replicas: 1, traits: {} });
  });

  test.each([
    ['absent', {}, undefined],
    ['empty', { cluster: ' ' }, undefined],
    ['the default one', { cluster: 'default' }, undefined],
    ['written in capitals', { cluster: 'Staging' }, 'staging'],
  ])('a cluster that is %s is one name or none', (_, head, expected) => {
    const { document = {} } = model.parse({ ...withComponent({ name: 'web' }), ...head });
    expect('cluster' in document ? document.cluster : undefined).toBe(expected);
    expect('cluster' in document).toBe(expected !== undefined);
  });

  test('a cluster cannot be called what no cluster is called', () => {
    const { problems } = model.parse({ ...withComponent({ name: 'web' }), cluster: 'eu/west' });
    expect(problems).toMatchObject([{ path: 'cluster', code: 'INVALID_NAME_FORMAT', severity: 'error' }]);
  });

  test('a volume without a name gets the same one every time', () => {
    const storage = [{ type: 'persistent' }, { type: 'ephemeral' }];
    expect(component(withTraits({ storage }))?.traits.storage).toMatchObject([
      { name: 'web-persistent-1', mountPath: '/mnt/web-persistent-1', size: '1Gi', readOnly: false },
      { name: 'web-ephemeral-2', mountPath: '/mnt/web-ephemeral-2' },
    ]);
  });

  test('mounted configs and secrets are read-only and found by their own name by default', () => {
    const storage = [
      { type: 'config', name: 'Config Map' },
      { type: 'secret', sourceName: 'keys', readOnly: false, mountPath: '/k' },
    ];
    expect(component(withTraits({ storage }))?.traits.storage).toMatchObject([
      { name: 'config-map', sourceName: 'config-map', readOnly: true, mountPath: '/mnt/config-map' },
      { name: 'keys', sourceName: 'keys', readOnly: false, mountPath: '/k' },
    ]);
  });

  test.each([
    ['20', '20Gi'],
    [20, '20Gi'],
    ['500K', '500k'],
    ['1.5Gi', '1.5Gi'],
  ])('a size of %j is read as %s', (size, expected) => {
    expect(
      component(withTraits({ storage: [{ name: 'a', type: 'persistent', size }] }))?.traits.storage?.[0]?.size,
    ).toBe(expected);
  });

  test('capital K is read as the k Kubernetes knows', () => {
    expect(component(withTraits({ resources: { memory: '500K', cpu: 2 } }))?.traits.resources).toEqual({
      memory: '500k',
      cpu: '2',
    });
  });

  test('a parsed document parses to itself', () => {
    const once = model.parse(fullDocument).document;
    expect(model.parse(once).document).toEqual(once);
  });
});

describe('workflow', () => {
  const components = ['web', 'api', 'db'].map((name) => ({ name, type: 'webservice', image: 'a' }));

  test('without one, components are deployed one by one in their order', () => {
    const { document } = model.parse({ name: 'shop', component: components });
    expect(document?.workflow.map((step) => [step.name, step.mode, step.components])).toEqual([
      ['web', 'StepByStep', ['web']],
      ['api', 'StepByStep', ['api']],
      ['db', 'StepByStep', ['db']],
    ]);
  });

  test('without one, dependencies make layers that run in parallel', () => {
    const component = [
      { ...components[0], dependsOn: ['API', 'cache'] },
      { ...components[1], dependsOn: ['db'] },
      components[2],
      { name: 'cache', type: 'webservice', image: 'a' },
    ];
    const { document } = model.parse({ name: 'shop', component });
    expect(document?.workflow.map((step) => [step.mode, step.components])).toEqual([
      ['DAG', ['db', 'cache']],
      ['DAG', ['api']],
      ['DAG', ['web']],
    ]);
  });

  test('a circle over several components is named', () => {
    const component = [
      { ...components[0], dependsOn: ['api'] },
      { ...components[1], dependsOn: ['db'] },
      { ...components[2], dependsOn: ['api'] },
    ];
    const [problem] = model.parse({ name: 'shop', component }).problems;
    expect(problem).toMatchObject({ code: 'DEPENDENCY_CYCLE', path: 'component[1].dependsOn' });
    expect(problem?.message).toContain('api → db → api');
  });

  test('policies are another spelling of components, as an object or as a list', () => {
    for (const properties of [
      { policies: ['web', 'api', 'web', ''] },
      [{ policies: ['web'] }, { policies: ['api'] }],
    ]) {
      const { document } = model.parse({
        name: 'shop',
        component: components,
        steps: [{ name: 'go', type: 'deploy', components: ['DB'], properties }],
      });
      expect(document?.workflow).toEqual([
        { name: 'go', mode: 'StepByStep', jobType: 'deploy', components: ['db', 'web', 'api'] },
      ]);
    }
  });
});

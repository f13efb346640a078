import { APP_ID, findObject, parseSample, render, renderer, webservice } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RenderError } from '../object/render-error.ts';
import { builtinRenderRegistry } from './builtin.ts';
import { createRenderer } from './renderer.ts';

const app = (...component: readonly object[]) => ({ name: 'shop', namespace: 'team-a', component });
const kindsAndNames = (input: unknown) => render(input).map(({ object }) => `${object.kind}/${object.metadata.name}`);

describe('names', () => {
  test('a web service with ports becomes a Deployment, a Service and an alias named like the component', () => {
    const objects = kindsAndNames(app(webservice({ properties: { ports: [{ port: 80 }] } })));
    expect(objects).toEqual([`Deployment/deploy-web-${APP_ID}`, `Service/svc-web-${APP_ID}`, 'Service/web']);
  });

  test('a web service without ports, or with none exposed, has no Service', () => {
    expect(kindsAndNames(app(webservice()))).toEqual([`Deployment/deploy-web-${APP_ID}`]);
    const hidden = app(webservice({ properties: { ports: [{ port: 9000, expose: false }] } }));
    expect(kindsAndNames(hidden)).toEqual([`Deployment/deploy-web-${APP_ID}`]);
    expect(findObject(render(hidden), 'Deployment')).toMatchObject({
      spec: { template: { spec: { containers: [{ ports: [{ containerPort: 9000 }] }] } } },
    });
  });

  test('a store has a headless Service that its StatefulSet names', () => {
    const objects = render(app({ name: 'db', type: 'store', image: 'mysql' }));
    expect(findObject(objects, 'StatefulSet')).toMatchObject({ spec: { serviceName: `svc-db-${APP_ID}-hl` } });
    expect(findObject(objects, 'Service')).toMatchObject({
      metadata: { name: `svc-db-${APP_ID}-hl` },
      spec: { clusterIP: 'None' },
    });
  });

  test('W-21: names beyond the limit keep a hash of the whole, so that they never collide', () => {
    const long = 'x'.repeat(60);
    const stores = app(
      { name: `${long}-a`, type: 'store', image: 'a' },
      { name: `${long}-b`, type: 'store', image: 'a' },
    );
    const names = render(stores).map(({ object }) => object.metadata.name ?? '');
    expect(new Set(names).size).toBe(names.length);
    const sets = render(stores).filter(({ object }) => object.kind === 'StatefulSet');
    for (const { object } of sets) expect(object.metadata.name).toMatch(/^store-x+-[a-z0-9]{8}$/);
    for (const { object } of sets) expect(object.metadata.name?.length).toBeLessThanOrEqual(52);
    for (const { object } of render(stores)) {
      for (const value of Object.values(object.metadata.labels ?? {})) expect(value.length).toBeLessThanOrEqual(63);
    }
  });

  test('port names are short and have a letter in them', () => {
    const ports = { ports: [{ port: 3306 }] };
    const portName = (name: string) =>
      findObject(
        render(app({ name, type: 'webservice', image: 'a', properties: ports })),
        'Service',
        `svc-${name}-${APP_ID}`,
      );
    expect(portName('nginx')).toMatchObject({
      spec: { ports: [{ name: 'nginx-3306', port: 3306, targetPort: 3306 }] },
    });
    expect(portName('mysql-primary')).toMatchObject({ spec: { ports: [{ name: 'p-3306' }] } });
    expect(portName('42')).toMatchObject({ spec: { ports: [{ name: 'p-3306' }] } });
  });

  test('an alias steps back for an object of its kind and name, and for names no Service can have', () => {
    const ports = { properties: { ports: [{ port: 80 }] } };
    const clash = kindsAndNames(app(webservice(ports), webservice({ name: `svc-web-${APP_ID}`, ...ports })));
    expect(clash.filter((name) => name === `Service/svc-web-${APP_ID}`)).toHaveLength(1);
    expect(kindsAndNames(app(webservice({ name: '3scale', ...ports })))).not.toContain('Service/3scale');
  });

  test('W-14: an alias never takes an object of another owner', () => {
    const objects = render(app(webservice({ properties: { ports: [{ port: 80 }] } })));
    expect(objects.map(({ onExisting }) => onExisting)).toEqual(['apply', 'apply', 'yield']);
  });
});

describe('labels', () => {
  const everything = app(
    { name: 'conf', type: 'config', properties: { conf: { a: '1' } } },
    { name: 'keys', type: 'secret', properties: { secret: { b: 'ü' } } },
    webservice({
      properties: { ports: [{ port: 80 }], labels: { tier: 'front', 'kube-min-cli-appId': 'mine' } },
      traits: { storage: [{ name: 'data', type: 'persistent' }] },
    }),
    {
      name: 'db',
      type: 'store',
      image: 'mysql',
      traits: { storage: [{ name: 'data', type: 'persistent', tmpCreate: true }] },
    },
  );

  test('owner labels are on every object, and users cannot replace them', () => {
    const componentIds: Readonly<Record<string, number>> = { conf: 1, keys: 2, web: 3, db: 4 };
    for (const { component, object } of renderer.render(parseSample(everything), { appId: APP_ID, componentIds })) {
      expect(object.metadata.labels, `${object.kind}/${object.metadata.name}`).toMatchObject({
        'kube-min-cli': `${APP_ID}-${component}`,
        'kube-min-cli-appId': APP_ID,
        'kube-min-cli-componentId': String(componentIds[component]),
        'kube-min-cli-componentName': component,
      });
    }
  });

  test('W-02: workloads and Services select one component of one application, by what never changes', () => {
    const selector = { 'kube-min-cli-appId': APP_ID, 'kube-min-cli-componentName': 'web' };
    const objects = render(everything);
    expect(findObject(objects, 'Deployment')).toMatchObject({
      spec: { selector: { matchLabels: selector }, template: { metadata: { labels: { ...selector, tier: 'front' } } } },
    });
    expect(JSON.parse(JSON.stringify(findObject(objects, 'Deployment'))).spec.selector.matchLabels).toEqual(selector);
    expect(JSON.parse(JSON.stringify(findObject(objects, 'Service', 'web'))).spec.selector).toEqual(selector);
  });

  test('W-22: a component that is renumbered is still the one its Services and workloads select', () => {
    const selectors = (id: number) => {
      const componentIds = { conf: id, keys: id, web: id, db: id };
      const objects = renderer.render(parseSample(everything), { appId: APP_ID, componentIds });
      return objects.flatMap(({ object }) => JSON.parse(JSON.stringify(object)).spec?.selector ?? []);
    };
    expect(selectors(1)).toHaveLength(5);
    expect(selectors(1)).toEqual(selectors(2));
  });

  test('annotations of a component reach its pods', () => {
    const annotations = { 'kubemin.io/simulate': 'crash-loop' };
    expect(findObject(render(app(webservice({ properties: { annotations } }))), 'Deployment')).toMatchObject({
      metadata: { annotations },
      spec: { template: { metadata: { annotations } } },
    });
  });

  test('secrets are encoded as UTF-8', () => {
    expect(findObject(render(everything), 'Secret')).toMatchObject({ type: 'Opaque', data: { b: 'w7w=' } });
  });
});

describe('pods', () => {
  const container = (component: object) => {
    const { spec } = JSON.parse(JSON.stringify(findObject(render(app(component)), 'Deployment')));
    return spec.template.spec.containers[0];
  };

  test('literal variables are sorted, come first, and give way to those of the envs trait', () => {
    const properties = { env: { B: '1', A: '2', C: '3' } };
    const traits = { envs: [{ name: 'B', valueFrom: { static: 'later' } }] };
    expect(container(webservice({ properties, traits })).env).toEqual([
      { name: 'A', value: '2' },
      { name: 'C', value: '3' },
      { name: 'B', value: 'later' },
    ]);
  });

  test('W-15: command and args reach the main container', () => {
    expect(container(webservice({ properties: { command: ['sh'], args: ['-c', 'true'] } }))).toMatchObject({
      name: 'web',
      imagePullPolicy: 'IfNotPresent',
      command: ['sh'],
      args: ['-c', 'true'],
    });
  });

  test('W-37: GPUs are asked for by number or by memory, under names an operator chooses', () => {
    const custom = createRenderer(builtinRenderRegistry, { gpu: { count: 'amd.com/gpu', memory: 'acme.io/vram' } });
    const amounts = (gpu: string, by = renderer) => {
      const [first] = by.render(parseSample(app(webservice({ traits: { resources: { gpu } } }))), { appId: APP_ID });
      return JSON.parse(JSON.stringify(first)).object.spec.template.spec.containers[0].resources.limits;
    };
    expect(amounts('2')).toEqual({ 'nvidia.com/gpu': '2' });
    expect(amounts('8Gi')).toEqual({ 'kubemin.io/gpu-memory': '8Gi' });
    expect(amounts('2', custom)).toEqual({ 'amd.com/gpu': '2' });
    expect(amounts('8Gi', custom)).toEqual({ 'acme.io/vram': '8Gi' });
  });

  test('a Service named like a component puts no variables into containers', () => {
    expect(findObject(render(app(webservice())), 'Deployment')).toMatchObject({
      spec: { template: { spec: { enableServiceLinks: false } } },
    });
  });
});

describe('configs', () => {
  test('a config from a URL is rendered with its source, and nothing is fetched', () => {
    const conf = { 'config.url': 'https://example.org/app.yaml', 'config.fileName': 'app.yaml' };
    const [rendered] = render({ name: 'shop', component: [{ name: 'conf', type: 'config', properties: { conf } }] });
    expect(rendered?.dataFrom).toEqual({ url: 'https://example.org/app.yaml', key: 'app.yaml' });
    expect(rendered?.object).toMatchObject({ kind: 'ConfigMap', data: {} });
  });
});

describe('claims', () => {
  const claims = (...component: readonly object[]) =>
    render(app(...component)).filter(({ object }) => object.kind === 'PersistentVolumeClaim');
  const volume = (changes: object) => ({ traits: { storage: [{ name: 'data', type: 'persistent', ...changes }] } });

  test('W-27: an existing claim is never touched', () => {
    expect(claims(webservice(volume({ tmpCreate: true })))).toMatchObject([{ onExisting: 'keep' }]);
    expect(claims(webservice(volume({})))).toMatchObject([
      { onExisting: 'keep', object: { metadata: { name: 'data' } } },
    ]);
  });

  test('a claim named by the user is only referred to', () => {
    expect(claims(webservice(volume({ claimName: 'theirs' })))).toEqual([]);
    expect(findObject(render(app(webservice(volume({ claimName: 'theirs' })))), 'Deployment')).toMatchObject({
      spec: { template: { spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'theirs' } }] } } },
    });
  });

  test('components may share a claim the user named, and not one made for each', () => {
    expect(claims(webservice(volume({})), webservice({ name: 'api', ...volume({}) }))).toHaveLength(1);
    const [own] = claims(webservice(volume({ tmpCreate: true })));
    expect(own?.object.metadata.name).toBe(`pvc-data-${APP_ID}`);
  });

  test('a volume mounted twice is one volume, one claim and two mounts', () => {
    const traits = {
      storage: [
        { name: 'data', type: 'persistent', mountPath: '/a', tmpCreate: true },
        { name: 'data', type: 'persistent', mountPath: '/b', subPath: 'b', tmpCreate: true },
      ],
    };
    expect(claims(webservice({ traits }))).toHaveLength(1);
    const { spec } = JSON.parse(JSON.stringify(findObject(render(app(webservice({ traits }))), 'Deployment'))).spec
      .template;
    expect(spec.volumes).toHaveLength(1);
    expect(spec.containers[0].volumeMounts).toHaveLength(2);
  });
});

test('the same document renders to the same bytes, whatever the order of its keys', () => {
  const env = { A: '1', B: '2', C: '3', D: '4', E: '5' };
  const bytes = (entries: readonly (readonly [string, string])[]) =>
    JSON.stringify(render(app(webservice({ properties: { env: Object.fromEntries(entries) } }))));
  const expected = bytes(Object.entries(env));
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.entries(env), { minLength: 5, maxLength: 5 }), (entries) => {
      expect(bytes(entries)).toBe(expected);
    }),
  );
});

test('W-01: what cannot be rendered fails with the path of the document, never silently', () => {
  const broken = createRenderer({
    ...builtinRenderRegistry,
    traits: {
      ...builtinRenderRegistry.traits,
      probes: {
        process: () => {
          throw new Error('boom');
        },
      },
    },
  });
  const document = parseSample(
    app(webservice(), webservice({ name: 'api', traits: { probes: [{ type: 'liveness', tcpSocket: { port: 1 } }] } })),
  );
  expect(() => broken.render(document, { appId: APP_ID })).toThrow(RenderError);
  expect(() => broken.render(document, { appId: APP_ID })).toThrow(
    expect.objectContaining({ path: 'component[1].traits.probes', code: 'RENDER_FAILED' }),
  );
});

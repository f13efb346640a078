import type { KubeObject } from '@kubemin/kubeapi';
import { APP_ID, parseSample, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RenderedObject } from '../../object/rendered-object.ts';
import { diffDocuments } from './diff-documents.ts';
import { diffRenderings } from './diff-renderings.ts';

const identity = { appId: APP_ID };

function diff(previous: readonly object[], next: readonly object[]) {
  const [before, after] = [previous, next].map((component) => parseSample({ name: 'shop', component }));
  if (before === undefined || after === undefined) throw new Error('two documents');
  return diffDocuments({ renderer, identity, previous: before, next: after });
}

const web = (more: object = {}) => ({ name: 'web', type: 'webservice', image: 'web:1', ...more });
const outline = (changes: ReturnType<typeof diff>) =>
  changes.map(({ change, object }) => `${change} ${object.kind}/${object.metadata.name}`);
const causes = (changes: ReturnType<typeof diff>) =>
  changes.flatMap(({ fields }) => fields.map(({ field, cause }) => `${field} ← ${cause}`));

describe('objects', () => {
  test('what comes, changes, goes and stays', () => {
    const ports = { properties: { ports: [{ port: 80 }] } };
    const conf = (a: string) => ({ name: 'conf', type: 'config', properties: { conf: { a } } });
    const changes = diff(
      [conf('1'), web(), { name: 'old', type: 'worker', image: 'a' }],
      [conf('2'), web(ports), { name: 'keys', type: 'secret', properties: { secret: { a: 'x' } } }],
    );
    expect(outline(changes)).toEqual([
      'update ConfigMap/conf',
      `update Deployment/deploy-web-${APP_ID}`,
      `create Service/svc-web-${APP_ID}`,
      'create Service/web',
      'create Secret/keys',
      `delete Deployment/deploy-old-${APP_ID}`,
    ]);
    expect(changes.at(-1)).toMatchObject({ component: 'old', source: 'component[2]' });
  });

  test('nothing changed, nothing to do', () => {
    expect(diff([web()], [web()])).toMatchObject([{ change: 'unchanged', fields: [], immutable: [] }]);
  });

  test('a job that runs something else is replaced, one that only scales is not', () => {
    const job = (more: object) => ({ name: 'migrate', type: 'job', image: 'tool:1', ...more });
    expect(diff([job({})], [job({ image: 'tool:2' })])).toMatchObject([
      {
        change: 'replace',
        immutable: ['spec.template'],
        fields: [{ field: 'spec.template.spec.containers[migrate].image', before: 'tool:1', after: 'tool:2' }],
      },
    ]);
    expect(
      diff([job({ properties: { completions: 4 } })], [job({ properties: { completions: 4, parallelism: 2 } })]),
    ).toMatchObject([{ change: 'update', immutable: [] }]);
  });

  test('a store whose volumes change is replaced, its data kept', () => {
    const store = (size: string) => ({
      name: 'db',
      type: 'store',
      image: 'db:1',
      traits: { storage: [{ name: 'data', type: 'persistent', tmpCreate: true, size }] },
    });
    const [set] = diff([store('1Gi')], [store('2Gi')]);
    expect(set).toMatchObject({ change: 'replace', immutable: ['spec.volumeClaimTemplates'] });
  });

  test('a volume that is not asked for any more, or asked for larger, is kept as it is', () => {
    const volume = (size: string) => ({ storage: [{ name: 'data', type: 'persistent', tmpCreate: true, size }] });
    const claims = (changes: ReturnType<typeof diff>) =>
      outline(changes.filter(({ object }) => object.kind === 'PersistentVolumeClaim'));
    expect(claims(diff([web({ traits: volume('1Gi') })], [web()]))).toEqual([
      `keep PersistentVolumeClaim/pvc-data-${APP_ID}`,
    ]);
    expect(claims(diff([web({ traits: volume('1Gi') })], [web({ traits: volume('2Gi') })]))).toEqual([
      `keep PersistentVolumeClaim/pvc-data-${APP_ID}`,
    ]);
  });

  test.each<readonly [string, object, object, string]>([
    [
      'a selector',
      { kind: 'Deployment', apiVersion: 'apps/v1', spec: { selector: { a: 1 } } },
      { spec: { selector: { a: 2 } } },
      'spec.selector',
    ],
    [
      'a Service that becomes headless',
      { kind: 'Service', apiVersion: 'v1', spec: {} },
      { spec: { clusterIP: 'None' } },
      'spec.clusterIP',
    ],
    [
      'whom a binding is about',
      { kind: 'RoleBinding', apiVersion: 'rbac.authorization.k8s.io/v1', roleRef: { name: 'a' } },
      { roleRef: { name: 'b' } },
      'roleRef',
    ],
  ])('%s cannot be changed', (_name, before, change, field) => {
    const metadata = { name: 'x' };
    const rendered = (object: object): RenderedObject => {
      const whole: KubeObject = { apiVersion: '', kind: '', metadata, ...object };
      return { component: 'web', object: whole, onExisting: 'apply' };
    };
    expect(diffRenderings([rendered(before)], [rendered({ ...before, ...change })])).toMatchObject([
      { change: 'replace', immutable: [field] },
    ]);
  });

  test('W-26: what goes is called what it was called when it was made', () => {
    const traits = {
      ingress: [{ hosts: ['a.io'], routes: [{ backend: { serviceName: 'elsewhere', servicePort: 80 } }] }],
    };
    const made = diff([web()], [web({ traits })]).find(({ change }) => change === 'create');
    const gone = diff([web({ traits })], [web()]).find(({ change }) => change === 'delete');
    expect(made).toMatchObject({ object: { kind: 'Ingress' } });
    expect(gone?.object).toEqual(made?.object);
  });

  test.each<readonly [string, object]>([
    ['replicas', { replicas: 5 }],
    ['a probe', { traits: { probes: [{ type: 'liveness', tcpSocket: { port: 80 } }] } }],
    ['an init container', { traits: { init: [{ name: 'wait', properties: { image: 'busybox' } }] } }],
    ['envFrom', { traits: { envFrom: [{ type: 'config', sourceName: 'conf' }] } }],
    ['a variable from a secret', { traits: { envs: [{ name: 'A', valueFrom: { secret: { name: 's', key: 'k' } } }] } }],
    ['the command', { properties: { command: ['serve'] } }],
    ['a mounted secret', { traits: { storage: [{ type: 'secret', sourceName: 'keys' }] } }],
    ['a claim', { traits: { storage: [{ name: 'data', type: 'persistent', claimName: 'theirs' }] } }],
    ['a GPU', { traits: { resources: { gpu: '1' } } }],
    [
      'a service account',
      { traits: { rbac: [{ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }] } },
    ],
    ['a label', { properties: { labels: { tier: 'front' } } }],
  ])('W-05: %s reaches the workload', (_name, edit) => {
    const workload = diff([web()], [web(edit)]).find(({ object }) => object.kind === 'Deployment');
    expect(workload).toMatchObject({ change: 'update' });
    // And the same document again reaches nothing.
    expect(new Set(diff([web(edit)], [web(edit)]).map(({ change }) => change))).toEqual(new Set(['unchanged']));
  });

  test('that a secret changed is shown, not its value', () => {
    const secret = (password: string) => ({ name: 'keys', type: 'secret', properties: { secret: { password } } });
    const changes = diff([secret('hunter2')], [secret('hunter3')]);
    expect(changes).toMatchObject([
      {
        fields: [
          {
            field: 'data.password',
            before: '(hidden)',
            after: '(hidden)',
            cause: 'component[0].properties.secret.password',
          },
        ],
      },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/aHVudGVy/);
  });
});

describe('causes', () => {
  test('each field leads to the place in the new document', () => {
    const before = web({
      properties: { env: { A: '1', B: '1' } },
      traits: { probes: [{ type: 'liveness', tcpSocket: { port: 80 } }], resources: { cpu: '1' } },
    });
    const after = web({
      image: 'web:2',
      replicas: 3,
      properties: { env: { A: '2', B: '1', C: 'x' } },
      traits: { probes: [{ type: 'liveness', tcpSocket: { port: 81 } }], resources: { cpu: '2' } },
    });
    expect(causes(diff([before], [{ name: 'first', type: 'worker', image: 'a' }, after])).toSorted()).toEqual([
      'spec.replicas ← component[1].replicas',
      'spec.template.spec.containers[web].env[A].value ← component[1].properties.env.A',
      'spec.template.spec.containers[web].env[C] ← component[1].properties.env.C',
      'spec.template.spec.containers[web].image ← component[1].image',
      'spec.template.spec.containers[web].livenessProbe.tcpSocket.port ← component[1].traits.probes[0].tcpSocket.port',
      'spec.template.spec.containers[web].resources.limits.cpu ← component[1].traits.resources.cpu',
      'spec.template.spec.containers[web].resources.requests.cpu ← component[1].traits.resources.cpu',
    ]);
  });

  test('a list that grew is one cause', () => {
    const env = (...names: readonly string[]) => ({
      traits: { envs: names.map((name) => ({ name, valueFrom: { static: 'x' } })) },
    });
    expect(causes(diff([web(env('A', 'B'))], [web(env('B'))]))).toEqual([
      'spec.template.spec.containers[web].env[A] ← component[0].traits.envs',
    ]);
  });

  test('one trait of a component is distinguished from another of the same component', () => {
    const traits = (path: string) => ({ traits: { storage: [{ name: 'tmp', type: 'ephemeral', mountPath: path }] } });
    expect(causes(diff([web(traits('/a'))], [web(traits('/b'))]))).toEqual([
      'spec.template.spec.containers[web].volumeMounts[tmp].mountPath ← component[0].traits.storage[0].mountPath',
    ]);
  });
});

describe('whatever the documents', () => {
  const component = fc.record({
    name: fc.constantFrom('aa', 'bb', 'cc'),
    type: fc.constantFrom('webservice', 'store', 'worker', 'job'),
    image: fc.constantFrom('i:1', 'i:2'),
    replicas: fc.integer({ min: 1, max: 3 }),
    properties: fc.record({ env: fc.dictionary(fc.constantFrom('A', 'B'), fc.constantFrom('1', '2')) }),
  });
  const components = fc.uniqueArray(component, { minLength: 1, maxLength: 3, selector: ({ name }) => name });

  test('carrying out the diff turns the old rendering into the new one', () => {
    fc.assert(
      fc.property(components, components, (previous, next) => {
        const [before, after] = [previous, next].map((list) =>
          renderer.render(parseSample({ name: 'shop', component: list }), identity),
        );
        const keyed = (list: readonly RenderedObject[] = []) =>
          new Map(list.map(({ object }) => [`${object.kind}/${object.metadata.name}`, object]));
        const [state, wanted] = [keyed(before), keyed(after)];
        for (const { change, object } of diff(previous, next)) {
          const key = `${object.kind}/${object.metadata.name}`;
          const target = wanted.get(key);
          if (change === 'delete') state.delete(key);
          else if (change !== 'unchanged' && target !== undefined) state.set(key, target);
        }
        expect(Object.fromEntries(state)).toEqual(Object.fromEntries(wanted));
      }),
    );
  });

  test('every field that differs has a cause in the document it is reported in', () => {
    fc.assert(
      fc.property(components, components, (previous, next) => {
        for (const { component: name, fields } of diff(previous, next)) {
          const index = next.findIndex((each) => each.name === name);
          for (const { cause } of fields) expect(cause).toMatch(new RegExp(`^component\\[${index}\\]`));
        }
      }),
    );
  });
});

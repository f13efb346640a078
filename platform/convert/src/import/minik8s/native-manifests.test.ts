import { StrictCluster } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtures } from '../../test-support/fixture.ts';
import { nativeManifests } from './native-manifests.ts';

const files = fixtures('minik8s');

function importObjects(text: string) {
  return nativeManifests(text).manifests.map(({ object }) => object);
}

describe('what Minik8s files mean is taken by a strict Kubernetes, without a change by hand', () => {
  let cluster: StrictCluster;
  beforeAll(async () => {
    cluster = await StrictCluster.start([]);
  });
  afterAll(() => cluster.close());

  test.each(files)('%s', async (_name, text) => {
    // Functions have definitions that this cluster does not serve; tests of the command line apply them.
    const objects = nativeManifests(text)
      .manifests.filter(({ object }) => object.apiVersion !== 'functions.kubemin.io/v1')
      .map(({ object }) => JSON.parse(JSON.stringify(object)));
    expect(objects.length).toBeGreaterThan(0);
    expect(await cluster.complaints(objects)).toEqual([]);
  });
});

test('a replica set gets a selector and an autoscaler of another file the workload it names', () => {
  const [set] = importObjects(
    'kind: replicaset\nmetaData: { name: rs, nameSpace: two }\nspec: { replicas: 2, selector: { app: 7 }, template: { metadata: { name: x, labels: { app: 7 } }, spec: { containers: [{ name: Web, image: { imgName: web }, env: [{ name: N, value: 5 }] }] } } }',
  );
  expect(set).toMatchObject({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'rs', namespace: 'two' },
    spec: {
      selector: { matchLabels: { app: '7' } },
      template: { metadata: { labels: { app: '7' } }, spec: { containers: [{ name: 'web', env: [{ value: '5' }] }] } },
    },
  });
  const [scaler] = importObjects(
    'kind: hpa\nmetaData: { name: h }\nspec: { minReplicas: 1, maxReplicas: 3, metrics: { cpuPercent: 50 }, workload: { name: RS } }',
  );
  expect(scaler).toMatchObject({ spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs' } } });
});

const FUNCTION = `apiVersion: v1
kind: function
metadata:
  name: Add_One
  labels: { course: cloud }
filePath: ./functions/add
needWatch: true
useTemplate: true
coeff: '{"x": 1, "y": {"deep": [1, 2]}}'
`;

/** All fields of a workflow there, one that is not defined, and spellings that differ. */
const WORKFLOW = `apiVersion: v1
kind: Workflow
metaData: { name: branch, nameSpace: default }
spec:
  startNode: add
  startCoeff: '{"x": 3, "y": 5}'
  nodes:
    - { name: add, type: func, funcSpec: { namespace: default, name: Add_One, next: isEight } }
    - name: isEight
      type: fork
      forkSpecs:
        - { variable: z, compareBy: NumE, compareTo: "8", next: eight }
        - { variable: z, compareBy: NumG, compareTo: 8, next: notDefined }
        - { compareBy: default, next: log }
    - { name: eight, type: func, funcSpec: { name: report, next: "" } }
    - { name: log, type: call, callSpec: { wfName: logger, inheritCoeff: [x, z], newCoeff: '{"a": 1}', next: eight } }
`;

describe('functions and their workflows', () => {
  test('a function keeps its path and its arguments; what its directory had for Docker is listed', () => {
    const { manifests, notCarried } = nativeManifests(FUNCTION);
    expect(manifests).toEqual([
      {
        translated: true,
        object: {
          apiVersion: 'functions.kubemin.io/v1',
          kind: 'Function',
          metadata: {
            name: 'add-one',
            namespace: 'default',
            labels: { course: 'cloud' },
            annotations: { 'minik8s.io/file-path': './functions/add', 'minik8s.io/need-watch': 'true' },
          },
          spec: { runtime: 'python', defaultArguments: { x: 1, y: { deep: [1, 2] } } },
        },
      },
    ]);
    expect(notCarried.map(({ how, path }) => `${how} ${path}`)).toEqual(['changed metadata.name', 'changed needWatch']);
    const own = nativeManifests(FUNCTION.replace('useTemplate: true', 'useTemplate: false')).notCarried;
    expect(own).toMatchObject([{}, {}, { how: 'dropped', path: 'useTemplate' }]);
  });

  test('a workflow has the same nodes, under the names that functions have here', () => {
    const { manifests, notCarried } = nativeManifests(WORKFLOW);
    expect(manifests[0]?.object).toMatchObject({
      kind: 'FunctionWorkflow',
      metadata: { name: 'branch', namespace: 'default' },
      spec: {
        startNode: 'add',
        startArguments: { x: 3, y: 5 },
        validation: 'lenient',
        nodes: [
          { name: 'add', type: 'func', func: { name: 'add-one' }, next: 'isEight' },
          {
            name: 'isEight',
            type: 'fork',
            fork: [
              { variable: 'z', compareBy: 'NumE', compareTo: '8', next: 'eight' },
              { variable: 'z', compareBy: 'NumG', compareTo: '8', next: 'notDefined' },
              { compareBy: 'default', next: 'log' },
            ],
          },
          { name: 'eight', type: 'func', func: { name: 'report' } },
          {
            name: 'log',
            type: 'call',
            call: { workflow: 'logger', inherit: ['x', 'z'], arguments: { a: 1 } },
            next: 'eight',
          },
        ],
      },
    });
    expect(notCarried.map(({ how, path }) => `${how} ${path}`)).toEqual(['changed spec.nodes[0].funcSpec.name']);
  });

  test.each([
    ['arguments that are not JSON', FUNCTION.replace("'{", "'{{"), 'is not a JSON object'],
    ['a function without a path', FUNCTION.replace(/filePath.*\n/, ''), 'filePath is missing'],
    ['an unknown type of node', WORKFLOW.replace('type: fork', 'type: switch'), 'type: switch is missing or unknown'],
    ['a workflow without a start', WORKFLOW.replace('startNode: add', 'x: y'), 'spec.startNode is missing'],
  ])('%s: the error names it', (_case, text, message) => {
    expect(() => nativeManifests(text)).toThrow(message);
  });
});

test('native objects and lists stay as they are, beside those of the dialect, and what cannot be converted is listed', () => {
  const { manifests, notCarried } = nativeManifests(
    'apiVersion: v1\nkind: List\nitems: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { a: b } }]\n---\nkind: pod\nmetaData: { name: p }\nspec: { containers: [{ name: c, image: { imgName: i } }] }\n---\nkind: job\nmetaData: { name: f }\nspec: { x: y }\n',
  );
  expect(manifests.map(({ object, translated }) => [object.kind, translated])).toEqual([
    ['ConfigMap', false],
    ['Pod', true],
  ]);
  expect(notCarried).toMatchObject([{ how: 'dropped', what: 'job f' }]);
  expect(() => nativeManifests('hello: world')).toThrow('no apiVersion and kind');
});

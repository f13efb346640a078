import { expect, test } from 'vitest';
import { findings, type Rule, withComponent } from './test-support/sample.ts';

const ordered = (...workflow: readonly object[]) => ({
  name: 'shop',
  component: [
    { name: 'web', type: 'webservice', image: 'a', dependsOn: ['db'] },
    { name: 'db', type: 'store', image: 'a' },
  ],
  workflow,
});

const rules: readonly Rule[] = [
  [
    'a step cannot deliver what waits for a later one',
    ordered({ name: 'first', components: ['web'] }, { name: 'second', components: ['db'] }),
    ['error WORKFLOW_CONTRADICTS_DEPENDENCY workflow[0]'],
  ],
  [
    'a component may not find a secret that a later step delivers, also in a container beside it',
    {
      name: 'shop',
      component: [
        {
          name: 'web',
          type: 'webservice',
          image: 'a',
          traits: {
            envFrom: [{ type: 'config', sourceName: 'conf' }],
            envs: [{ name: 'P', valueFrom: { secret: { name: 'login', key: 'p' } } }],
            sidecar: [{ name: 'log', image: 'a', traits: { envFrom: [{ type: 'secret', sourceName: 'login' }] } }],
          },
        },
        { name: 'conf', type: 'config', properties: { conf: { A: 'b' } } },
        { name: 'login', type: 'secret', properties: { secret: { p: 'x' } } },
      ],
      workflow: [
        { name: 'first', components: ['conf', 'web'] },
        { name: 'second', components: ['login'] },
      ],
    },
    [
      'warning REFERENCE_IN_LATER_STEP component[0].traits.envs[0].valueFrom.secret.name',
      'warning REFERENCE_IN_LATER_STEP component[0].traits.sidecar[0].traits.envFrom[0].sourceName',
    ],
  ],
  [
    'nor can a sub step',
    ordered({ name: 'all', subSteps: [{ name: 'web' }, { name: 'db' }] }),
    ['error WORKFLOW_CONTRADICTS_DEPENDENCY workflow[0].subSteps[0]'],
  ],
  [
    'within a step, or side by side, dependencies make the order',
    ordered(
      { name: 'some', components: ['web', 'db'] },
      { name: 'all', mode: 'DAG', subSteps: [{ name: 'web' }, { name: 'db' }] },
    ),
    [],
  ],
  [
    'what no step delivers is there already',
    ordered({ name: 'some', components: ['web'] }),
    ['warning COMPONENT_NOT_IN_WORKFLOW component[1]'],
  ],
  [
    'steps need a name',
    { ...withComponent({}), workflow: [{ components: ['web'] }] },
    ['error MISSING_REQUIRED_FIELD workflow[0].name'],
  ],
  [
    'step names are unique',
    {
      ...withComponent({}),
      workflow: [
        { name: 'aa', components: ['web'] },
        { name: 'AA', components: ['web'] },
      ],
    },
    ['error DUPLICATE_WORKFLOW_STEP workflow[1].name'],
  ],
  [
    'modes are two',
    { ...withComponent({}), workflow: [{ name: 'aa', mode: 'Parallel', components: ['web'] }] },
    ['error INVALID_WORKFLOW_MODE workflow[0].mode'],
  ],
  [
    'a step does something',
    { ...withComponent({}), workflow: [{ name: 'aa' }, { name: 'bb', components: ['web'] }] },
    ['error WORKFLOW_STEP_NO_COMPONENT workflow[0]'],
  ],
  ['a step named like a component means it', { ...withComponent({}), workflow: [{ name: 'web' }] }, []],
  [
    'unknown components in a workflow are errors',
    {
      ...withComponent({}),
      workflow: [{ name: 'aa', components: ['web', 'db'], properties: { policies: ['cache'] } }],
    },
    [
      'error COMPONENT_NOT_FOUND workflow[0].components[1]',
      'error COMPONENT_NOT_FOUND workflow[0].properties.policies[0]',
    ],
  ],
  [
    'unknown components in a sub step are errors',
    { ...withComponent({}), workflow: [{ name: 'aa', subSteps: [{ name: 'bb', components: ['web', 'db'] }] }] },
    ['error COMPONENT_NOT_FOUND workflow[0].subSteps[0].components[1]'],
  ],
  [
    'components or sub steps, not both',
    {
      ...withComponent({}),
      workflow: [{ name: 'aa', components: ['web'], subSteps: [{ name: 'bb', components: ['web'] }] }],
    },
    ['error WORKFLOW_STEP_MIXED workflow[0]'],
  ],
  [
    'components no step deploys',
    {
      name: 'shop',
      component: ['web', 'api'].map((name) => ({ name, type: 'webservice', image: 'a' })),
      workflow: [{ name: 'aa', components: ['api'] }],
    },
    ['warning COMPONENT_NOT_IN_WORKFLOW component[0]'],
  ],
  [
    'lists are bounded',
    { name: 'shop', component: new Array(1001).fill({}) },
    ['error DOCUMENT_TOO_LARGE component', 'warning NO_COMPONENTS component'],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

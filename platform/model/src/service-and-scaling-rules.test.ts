import { expect, test } from 'vitest';
import { findings, model, type Rule, withComponent } from './test-support/sample.ts';

const service = 'component[0].traits.service';
const autoscaling = 'component[0].traits.autoscaling';

function withService(data: object, ports: readonly object[] = [{ port: 80 }]): object {
  return withComponent({ properties: { ports }, traits: { service: data } });
}

function withScaling(data: object, changes: object = {}): object {
  return withComponent({ traits: { resources: { cpu: '1', memory: '1Gi' }, autoscaling: data }, ...changes });
}

const rules: readonly Rule[] = [
  ['a service of another type', withService({ type: 'node-port', ports: [{ port: 80, nodePort: 30_080 }] }), []],
  ['types are checked', withService({ type: 'ExternalName' }), [`error INVALID_SERVICE ${service}.type`]],
  [
    'port names are what Kubernetes accepts',
    withService({ ports: [{ port: 80, name: 'HTTP' }] }),
    [`error INVALID_SERVICE ${service}.ports[0].name`],
  ],
  [
    'a service name is a DNS label that starts with a letter',
    withService({ name: '1st' }),
    [`error INVALID_SERVICE ${service}.name`],
  ],
  [
    'ports, their names and their node ports are given once',
    withService({
      type: 'NodePort',
      ports: [
        { port: 80, name: 'a', nodePort: 30_000 },
        { port: 80, name: 'a', nodePort: 30_000 },
      ],
    }),
    [
      `error INVALID_PORT ${service}.ports[1].port`,
      `error INVALID_PORT ${service}.ports[1].name`,
      `error INVALID_PORT ${service}.ports[1].nodePort`,
    ],
  ],
  [
    'one port may serve two protocols',
    withService({
      ports: [
        { port: 53, protocol: 'udp' },
        { port: 53, protocol: 'tcp' },
      ],
    }),
    [],
  ],
  [
    'node ports of a service without them do nothing',
    withService({ ports: [{ port: 80, nodePort: 30_000 }] }),
    [`warning FIELD_IGNORED ${service}.ports[0].nodePort`],
  ],
  [
    'settings of other types do nothing',
    withService({
      type: 'headless',
      externalTrafficPolicy: 'local',
      loadBalancerClass: 'x',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
      sessionAffinitySeconds: 5,
    }),
    [
      `warning FIELD_IGNORED ${service}.externalTrafficPolicy`,
      `warning FIELD_IGNORED ${service}.loadBalancerClass`,
      `warning FIELD_IGNORED ${service}.loadBalancerSourceRanges`,
      `warning FIELD_IGNORED ${service}.sessionAffinitySeconds`,
    ],
  ],
  [
    'address ranges are ranges',
    withService({ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.1'] }),
    [`error INVALID_SERVICE ${service}.loadBalancerSourceRanges[0]`],
  ],
  ['a service needs ports', withService({}, []), [`warning SERVICE_WITHOUT_PORTS ${service}`]],
  ['which may be its own', withService({ ports: [{ port: 80 }] }, []), []],

  ['a maximum is enough', withScaling({ max: 3 }), []],
  ['the maximum is required', withScaling({}), [`error MISSING_REQUIRED_FIELD ${autoscaling}.max`]],
  ['there is always a copy', withScaling({ min: 0, max: 3 }), [`error INVALID_AUTOSCALING ${autoscaling}.min`]],
  [
    'the maximum is not below the minimum',
    withScaling({ min: 3, max: 2 }),
    [`error INVALID_AUTOSCALING ${autoscaling}.max`],
  ],
  [
    'a metric has one aim',
    withScaling({ max: 2, cpu: {}, memory: { utilization: 5, averageValue: '1Gi' } }),
    [`error INVALID_AUTOSCALING ${autoscaling}.cpu`, `error INVALID_AUTOSCALING ${autoscaling}.memory`],
  ],
  [
    'an average value is an amount',
    withScaling({ max: 2, cpu: 'much' }),
    [`error INVALID_AUTOSCALING ${autoscaling}.cpu.averageValue`],
  ],
  [
    'a share of nothing cannot be measured',
    withScaling({ max: 2, memory: 70 }, { traits: { autoscaling: { max: 2, memory: 70 }, resources: { cpu: '1' } } }),
    [`warning AUTOSCALING_WITHOUT_REQUEST ${autoscaling}.memory`],
  ],
  [
    'a daemon runs everywhere, once',
    withScaling({ max: 2 }, { type: 'daemon' }),
    [`error NOT_SCALABLE ${autoscaling}`],
  ],
  ['a worker can be scaled', withScaling({ max: 2 }, { type: 'worker' }), []],
];

test.each([
  [{ name: 'api' }, {}, 'error OBJECT_NAME_TAKEN component[0].traits.service.name'],
  [{ name: 'db' }, { service: { name: 'db' } }, 'error OBJECT_NAME_TAKEN component[1].traits.service.name'],
  [{ name: 'web' }, {}, undefined],
])('a service called %j beside %j', (service, traits, expected) => {
  const part = (name: string, more: object) => ({
    name,
    type: 'webservice',
    image: 'a',
    properties: { ports: [80] },
    traits: more,
  });
  const component = [part('web', { service }), part('api', traits)];
  expect(findings({ name: 'shop', component })).toEqual(expected === undefined ? [] : [expected]);
});

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

const scalings: readonly (readonly [written: object, cpu: object])[] = [
  [{}, { utilization: 80 }],
  [{ cpu: 70 }, { utilization: 70 }],
  [{ cpu: '70%' }, { utilization: 70 }],
  [{ cpu: '500m' }, { averageValue: '500m' }],
  [{ cpu: { average_utilization: 60 } }, { utilization: 60 }],
];

test.each(scalings)('autoscaling %j is read', (written, cpu) => {
  const { document } = model.parse(withScaling({ minReplicas: 2, max_replicas: 4, ...written }));
  expect(document?.component[0]?.traits.autoscaling).toEqual({ min: 2, max: 4, cpu });
});

test('a route may name a Service by the name it was given, and a port that the trait gave it', () => {
  const component = [
    {
      name: 'api',
      type: 'webservice',
      image: 'a',
      properties: { ports: [{ port: 8080 }] },
      traits: { service: { name: 'backend', ports: [{ port: 80, targetPort: 8080 }] } },
    },
    {
      name: 'web',
      type: 'webservice',
      image: 'a',
      traits: { ingress: [{ routes: [{ backend: { serviceName: 'backend', servicePort: 80 } }] }] },
    },
  ];
  expect(findings({ name: 'shop', component })).toEqual([]);
});

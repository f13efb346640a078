import { expect, test } from 'vitest';
import { findings, type Rule, withTraits } from './test-support/sample.ts';

const traits = 'component[0].traits';

const rules: readonly Rule[] = [
  [
    'cpu is a quantity',
    withTraits({ resources: { cpu: 'half' } }),
    [`error INVALID_TRAIT_CONFIG ${traits}.resources.cpu`],
  ],
  [
    'memory is a quantity',
    withTraits({ resources: { memory: '1GB' } }),
    [`error INVALID_TRAIT_CONFIG ${traits}.resources.memory`],
  ],
  [
    'memory in thousandths of a byte is a slip',
    withTraits({ resources: { memory: '512m' } }),
    [`warning SUSPICIOUS_QUANTITY ${traits}.resources.memory`],
  ],
  [
    'half a GPU does not exist',
    withTraits({ resources: { gpu: '0.5' } }),
    [`error INVALID_TRAIT_CONFIG ${traits}.resources.gpu`],
  ],
  [
    'GPUs come by number or memory',
    {
      name: 'shop',
      component: ['2', '8Gi'].map((gpu, index) => ({
        name: `w${index}`,
        type: 'webservice',
        image: 'a',
        traits: { resources: { gpu } },
      })),
    },
    [],
  ],

  [
    'a probe needs type and handler',
    withTraits({ probes: [{}] }),
    [`error MISSING_REQUIRED_FIELD ${traits}.probes[0].type`, `error INVALID_PROBE_CONFIG ${traits}.probes[0]`],
  ],
  [
    'probe types are three',
    withTraits({ probes: [{ type: 'health', tcpSocket: { port: 80 } }] }),
    [`error INVALID_PROBE_TYPE ${traits}.probes[0].type`],
  ],
  [
    'a probe asks one way',
    withTraits({ probes: [{ type: 'liveness', tcpSocket: { port: 80 }, httpGet: { port: 80 } }] }),
    [`error INVALID_PROBE_CONFIG ${traits}.probes[0]`],
  ],
  [
    'exec without a command asks nothing',
    withTraits({ probes: [{ type: 'liveness', exec: {} }] }),
    [`error INVALID_PROBE_CONFIG ${traits}.probes[0]`],
  ],
  [
    'a probe port of 0 is a missing port',
    withTraits({ probes: [{ type: 'liveness', httpGet: { port: 0 } }] }),
    [`error MISSING_REQUIRED_FIELD ${traits}.probes[0].httpGet.port`],
  ],
  [
    'a probe port ends at 65535',
    withTraits({ probes: [{ type: 'liveness', tcpSocket: { port: 70_000 } }] }),
    [`error INVALID_PORT ${traits}.probes[0].tcpSocket.port`],
  ],
  [
    'each probe type once',
    withTraits({
      probes: [
        { type: 'liveness', tcpSocket: { port: 1 } },
        { type: 'Liveness', tcpSocket: { port: 2 } },
      ],
    }),
    [`error DUPLICATE_PROBE ${traits}.probes[1].type`],
  ],
  [
    'liveness succeeds at once',
    withTraits({ probes: [{ type: 'liveness', tcpSocket: { port: 1 }, successThreshold: 2 }] }),
    [`error INVALID_PROBE_CONFIG ${traits}.probes[0].successThreshold`],
  ],
  [
    'delays are not negative',
    withTraits({ probes: [{ type: 'liveness', tcpSocket: { port: 1 }, initialDelaySeconds: -1 }] }),
    [`error INVALID_PROBE_CONFIG ${traits}.probes[0].initialDelaySeconds`],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { findings, model, type Rule, withComponent, withTraits } from './test-support/sample.ts';

const traits = 'component[0].traits';
const job = (restart: unknown) => withComponent({ type: 'job', traits: { restart } });
const nested = (given: object) => withTraits({ sidecar: [{ name: 'logs', image: 'a', traits: given }] });
const scheduling = (given: object) => withTraits({ scheduling: given });
const config = (share: unknown) => ({
  name: 'shop',
  component: [{ name: 'conf', type: 'config', properties: { conf: { a: 'b' } }, traits: { share } }],
});

const rules: readonly Rule[] = [
  [
    'pull policies are checked',
    withTraits({ imagePull: { policy: 'Sometimes' } }),
    [`error INVALID_PULL_POLICY ${traits}.imagePull.policy`],
  ],
  ['a container has a pull policy of its own', nested({ image_pull: { policy: 'always', secrets: ['regcred'] } }), []],

  [
    'a web service always restarts',
    withTraits({ restart: { policy: 'Never' } }),
    [`error INVALID_RESTART_POLICY ${traits}.restart.policy`],
  ],
  ['a web service may set it', withTraits({ restart: { policy: 'Always' } }), []],
  ['a job never restarts always', job('Always'), [`error INVALID_RESTART_POLICY ${traits}.restart.policy`]],
  ['a job restarts on failure, in one word', job('on_failure'), []],

  [
    'root is not non-root',
    withTraits({ securityContext: { runAsNonRoot: true, runAsUser: 0 } }),
    [`error INVALID_TRAIT_CONFIG ${traits}.securityContext.runAsUser`],
  ],
  [
    'a privileged container is worth a word',
    withTraits({ securityContext: { privileged: true } }),
    [`warning PRIVILEGED_CONTAINER ${traits}.securityContext.privileged`],
  ],
  [
    'privileged without escalation is refused',
    withTraits({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
    [
      `error INVALID_TRAIT_CONFIG ${traits}.securityContext.allowPrivilegeEscalation`,
      `warning PRIVILEGED_CONTAINER ${traits}.securityContext.privileged`,
    ],
  ],
  [
    'only pods have groups of files',
    nested({ securityContext: { fsGroup: 1, runAsUser: 5 } }),
    [`warning FIELD_IGNORED ${traits}.sidecar[0].traits.securityContext.fsGroup`],
  ],

  [
    'before the end one thing is done',
    withTraits({ termination: { preStop: { command: ['a'], sleepSeconds: 1 } } }),
    [`error INVALID_TRAIT_CONFIG ${traits}.termination.preStop`],
  ],
  [
    'sleeping past the end is worth a word',
    withTraits({ termination: { preStop: { sleepSeconds: 30 } } }),
    [`warning SUSPICIOUS_GRACE_PERIOD ${traits}.termination.preStop.sleepSeconds`],
  ],
  [
    'sleeping longer than the pod is given is refused, whichever container does',
    withTraits({
      termination: { gracePeriodSeconds: 20 },
      sidecar: [{ name: 'proxy', image: 'a', traits: { termination: { preStop: { sleepSeconds: 25 } } } }],
    }),
    [`error INVALID_TRAIT_CONFIG ${traits}.sidecar[0].traits.termination.preStop.sleepSeconds`],
  ],
  [
    'a longer time of the pod is every container’s',
    withTraits({
      termination: { gracePeriodSeconds: 60 },
      sidecar: [{ name: 'proxy', image: 'a', traits: { termination: { preStop: { sleepSeconds: 45 } } } }],
    }),
    [],
  ],
  [
    'an init container is not stopped, it ends',
    withTraits({ init: [{ image: 'a', traits: { termination: { preStop: { command: ['a'] } } } }] }),
    [`warning TRAIT_IGNORED ${traits}.init[0].traits.termination`],
  ],
  [
    'grace is the pod’s',
    nested({ termination: { gracePeriodSeconds: 5 } }),
    [`warning FIELD_IGNORED ${traits}.sidecar[0].traits.termination.gracePeriodSeconds`],
  ],

  [
    'keys and values are those that nodes and taints can have',
    scheduling({
      nodeAffinity: [
        { key: 'two words', values: ['x'] },
        { key: 'a..b/disk', values: ['x'] },
        { key: 'd', values: ['a b'] },
      ],
      antiAffinity: [{ topology: 'rack!' }],
      tolerations: [{ key: 'two words' }, { key: 'gpu', value: 'a b' }],
    }),
    [
      `error INVALID_SCHEDULING ${traits}.scheduling.nodeAffinity[0].key`,
      `error INVALID_SCHEDULING ${traits}.scheduling.nodeAffinity[1].key`,
      `error INVALID_SCHEDULING ${traits}.scheduling.nodeAffinity[2].values`,
      `error INVALID_SCHEDULING ${traits}.scheduling.antiAffinity[0].topology`,
      `error INVALID_SCHEDULING ${traits}.scheduling.tolerations[0].key`,
      `error INVALID_SCHEDULING ${traits}.scheduling.tolerations[1].value`,
    ],
  ],
  [
    'pods of others may be found by labels of the platform',
    scheduling({ affinity: [{ labels: { 'kube-min-cli-componentName': 'cache' } }] }),
    [],
  ],
  [
    'operators need fitting values',
    scheduling({
      nodeAffinity: [
        { key: 'disk' },
        { key: 'disk', operator: 'Exists', values: ['x'] },
        { key: 'n', operator: 'Gt', values: ['x'] },
      ],
    }),
    [0, 1, 2].map((index) => `error INVALID_SCHEDULING ${traits}.scheduling.nodeAffinity[${index}].values`),
  ],
  [
    'weights go from 1 to 100',
    scheduling({ antiAffinity: [{ weight: 101 }] }),
    [`error INVALID_SCHEDULING ${traits}.scheduling.antiAffinity[0].weight`],
  ],
  [
    'one is near to a component there is',
    scheduling({ affinity: [{ component: 'absent' }] }),
    [`error COMPONENT_NOT_FOUND ${traits}.scheduling.affinity[0].component`],
  ],
  ['one may keep off oneself', scheduling({ antiAffinity: [{ component: 'WEB', topology: 'zone' }] }), []],
  [
    'tolerations are checked',
    scheduling({
      tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }, { value: 'b' }, { key: 'a', tolerationSeconds: 1 }],
    }),
    [
      `error INVALID_SCHEDULING ${traits}.scheduling.tolerations[0].value`,
      `error INVALID_SCHEDULING ${traits}.scheduling.tolerations[1].key`,
      `error INVALID_SCHEDULING ${traits}.scheduling.tolerations[2].tolerationSeconds`,
    ],
  ],

  [
    'share strategies are checked',
    withTraits({ share: { strategy: 'sometimes' } }),
    [`error INVALID_SHARE_STRATEGY ${traits}.share.strategy`],
  ],
  ['an empty share strategy is the default', withTraits({ share: { strategy: '' } }), []],
  ['share strategies may be spelled freely', withTraits({ share: { strategy: ' FORCE ' } }), []],
  ['configs are shared too', config({ strategy: 'ignore' }), []],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

test('a share trait stays on a component without containers', () => {
  expect(model.parse(config('force')).document?.component[0]?.traits).toEqual({ share: { strategy: 'force' } });
});

test('a scheduling profile is merged with the document', () => {
  const parsed = model.parse(
    scheduling({ profile: 'gpu', nodeSelector: { zone: 'a' }, priorityClass: 'high' }),
  ).document;
  if (parsed === undefined) throw new Error('sample document');
  const gpu = model.parseProfile('scheduling', {
    node_selector: { gpu: 'yes' },
    tolerations: [{ key: 'gpu' }],
  }).profile;
  const { document } = model.resolveProfiles(parsed, { scheduling: { gpu: gpu ?? {} } });
  expect(document?.component[0]?.traits.scheduling).toEqual({
    nodeSelector: { gpu: 'yes', zone: 'a' },
    tolerations: [{ key: 'gpu' }],
    priorityClass: 'high',
  });
});

import { describeKubectl, fails, input, type Step, stored, warns } from '../test-support/kubectl-suite.ts';
import { configMap, deployment } from '../test-support/test-api.ts';

const SETTINGS = '/api/v1/namespaces/:namespace/configmaps/settings';
const WEB = '/apis/apps/v1/namespaces/:namespace/deployments/web';

const GIVEN: Step = ['kubectl create -f -', input(configMap('settings', { data: { a: '1' } }), deployment('web')), /./];

const LABELS: readonly Step[] = [
  GIVEN,
  ['kubectl label cm settings tier=front', 'configmap/settings labeled'],
  ['kubectl label cm settings tier=back', fails(`'tier' already has a value (front), and --overwrite is false`)],
  ['kubectl label cm settings tier=back --overwrite', 'configmap/settings labeled'],
  ['kubectl label cm settings tier-', 'configmap/settings unlabeled'],
  ['kubectl get cm -l tier -o name', ''],
  ['kubectl label cm --all all=yes', /configmap\/settings labeled/],
  [
    "kubectl label cm settings 'bad!=1'",
    fails('The ConfigMap "settings" is invalid: metadata.labels: Invalid value: "bad!": name part must consist of'),
  ],
  [
    'kubectl annotate cm settings note=hello',
    'configmap/settings annotated',
    stored(SETTINGS, { metadata: { annotations: { note: 'hello' }, labels: { all: 'yes' } } }),
  ],
  ['kubectl annotate cm settings note-', 'configmap/settings annotated'],
];

const container = (name: string): string =>
  `{"spec":{"template":{"spec":{"containers":[{"name":"${name}","image":"registry.test/${name}:1"}]}}}}`;

const PATCHES: readonly Step[] = [
  GIVEN,
  [
    `kubectl patch deployment web -p '${container('side')}'`,
    'deployment.apps/web patched',
    stored(WEB, { spec: { template: { spec: { containers: [{ name: 'side' }, { name: 'main' }] } } } }),
  ],
  [
    `kubectl patch deployment web --type=merge -p '${container('only')}'`,
    'deployment.apps/web patched',
    stored(WEB, { spec: { template: { spec: { containers: [{ name: 'only' }] } } } }),
  ],
  [
    `kubectl patch cm settings --type=json -p '[{"op":"add","path":"/data/b","value":"2"}]'`,
    'configmap/settings patched',
    stored(SETTINGS, { data: { a: '1', b: '2' } }),
  ],
  [
    `kubectl patch cm settings --type=json -p '[{"op":"remove","path":"/data/c"}]'`,
    fails('The ConfigMap "settings" is invalid: patch: Invalid value'),
  ],
  [`kubectl patch cm settings -p '{"data":{"b":"2"}}'`, 'configmap/settings patched (no change)'],
  [
    `kubectl patch cm settings --type=merge -p '{"daata":{"b":"2"}}'`,
    'configmap/settings patched (no change)',
    warns('Warning: unknown field "daata"'),
  ],
  [
    `kubectl patch deployment web -p '{"spec":{"selector":{"matchLabels":{"other":"x"}}}}'`,
    fails(/^The Deployment "web" is invalid: [\s\S]*spec.selector: Invalid value: .*: field is immutable$/m),
  ],
  [
    `kubectl patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":4}}'`,
    'scale.autoscaling/web patched',
    stored(WEB, { spec: { replicas: 4 } }),
  ],
  [
    `kubectl patch deployment web --subresource=status --type=merge -p '{"status":{"replicas":4}}'`,
    'deployment.apps/web patched',
    stored(WEB, { status: { replicas: 4 } }),
  ],
];

const EDITS: readonly Step[] = [
  GIVEN,
  [
    `EDITOR="sed -i 's/a: .*/a: second/'" kubectl edit cm settings`,
    'configmap/settings edited',
    stored(SETTINGS, { data: { a: 'second' } }),
  ],
  ['EDITOR=true kubectl edit cm settings', warns('Edit cancelled, no changes made.')],
  [
    `EDITOR="sed -i 's/replicas: .*/replicas: -3/'" kubectl edit deployment web`,
    fails('deployments.apps "web" is invalid'),
  ],
];

const SIZES: readonly Step[] = [
  GIVEN,
  ['kubectl scale deployment web --replicas=2', 'deployment.apps/web scaled', stored(WEB, { spec: { replicas: 2 } })],
  ['kubectl scale deployment web --replicas=5 --current-replicas=3', fails('error: Expected replicas to be 3, was 2')],
  ['kubectl scale deployment --all --replicas=0', 'deployment.apps/web scaled', stored(WEB, { spec: { replicas: 0 } })],
  ['kubectl scale deployment nope --replicas=2', fails(/no objects passed to scale/)],
  ['kubectl scale cm settings --replicas=2', fails('the server could not find the requested resource')],
];

const SETTERS: readonly Step[] = [
  GIVEN,
  ['kubectl set image deployment/web main=registry.test/app:2', 'deployment.apps/web image updated'],
  ['kubectl set image deployment/web nope=registry.test/app:2', fails('error: unable to find container named "nope"')],
  ['kubectl set env deployment/web A=b', 'deployment.apps/web env updated'],
  [
    'kubectl set resources deployment/web --limits=cpu=200m',
    'deployment.apps/web resource requirements updated',
    stored(WEB, {
      spec: {
        template: {
          spec: {
            containers: [
              {
                image: 'registry.test/app:2',
                env: [{ name: 'A', value: 'b' }],
                resources: { limits: { cpu: '200m' } },
              },
            ],
          },
        },
      },
    }),
  ],
];

const REPLACEMENTS: readonly Step[] = [
  GIVEN,
  [
    'kubectl replace -f -',
    input(configMap('settings', { data: { b: '1' } })),
    'configmap/settings replaced',
    stored(SETTINGS, { data: { b: '1' } }),
  ],
  ['kubectl replace -f -', input(configMap('nope')), fails('configmaps "nope" not found')],
  [
    'kubectl replace -f -',
    input(configMap('settings', { metadata: { resourceVersion: '1' } })),
    fails(
      'Error from server (Conflict): error when replacing "STDIN": Operation cannot be fulfilled on configmaps "settings": the object has been modified; please apply your changes to the latest version and try again',
    ),
  ],
  [
    'kubectl replace --force -f -',
    input(configMap('settings', { data: { c: '1' } })),
    /^configmap "settings" deleted\b.*\nconfigmap\/settings replaced\n$/,
    stored(SETTINGS, { data: { c: '1' } }),
  ],
];

describeKubectl('changes', {
  'labels and annotations': LABELS,
  patches: PATCHES,
  edits: EDITS,
  sizes: SIZES,
  'images, environment and resources': SETTERS,
  replacements: REPLACEMENTS,
});

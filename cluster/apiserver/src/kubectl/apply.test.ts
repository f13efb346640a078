import { describeKubectl, fails, input, type Step, stored, warns } from '../test-support/kubectl-suite.ts';
import { configMap, deployment } from '../test-support/test-api.ts';

const data = (values: object): unknown => configMap('settings', { data: values });
const URL = '/api/v1/namespaces/:namespace/configmaps/settings';
const DEPLOYMENT = '/apis/apps/v1/namespaces/:namespace/deployments/web';

const misspelt = (name: string): unknown =>
  JSON.parse(JSON.stringify(deployment(name)).replace('"selector":', '"replica":3,"selector":'));

const containers = (...names: readonly string[]): unknown =>
  deployment('web', {
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: names.map((name) => ({ name, image: `registry.test/${name}:1` })) },
    },
  });

const CLIENT_SIDE: readonly Step[] = [
  ['kubectl apply -f -', input(deployment('web'), data({ a: '1' })), /^deployment.apps\/web created\nconfigmap\/sett/],
  ['kubectl apply -f -', input(deployment('web')), 'deployment.apps/web unchanged'],
  ['kubectl apply -f -', input(deployment('web', { replicas: 4 })), 'deployment.apps/web configured'],
  ['kubectl apply view-last-applied deployment/web', /replicas: 4/],
  [
    'kubectl apply -f -',
    input(deployment('web')),
    'deployment.apps/web configured',
    stored(DEPLOYMENT, { spec: { replicas: 1 } }),
  ],
  [
    'kubectl apply -f -',
    input(deployment('web', { replicas: -1 })),
    fails('The Deployment "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0'),
  ],
  ['kubectl create configmap other', 'configmap/other created'],
  [
    'kubectl apply -f -',
    input(configMap('other')),
    'configmap/other configured',
    warns('is missing the kubectl.kubernetes.io/last-applied-configuration annotation'),
  ],
  ['kubectl apply --dry-run=server -f -', input(data({ a: '2' })), 'configmap/settings configured (server dry run)'],
  ['kubectl apply --dry-run=client -f -', input(data({ a: '2' })), 'configmap/settings configured (dry run)'],
  ["kubectl get configmap settings -o jsonpath='{.data.a}'", '1'],
];

const LISTS: readonly Step[] = [
  ['kubectl apply -f -', input(containers('a', 'b')), 'deployment.apps/web created'],
  [
    `kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"registry.test/c:1"}]}}}}'`,
    'deployment.apps/web patched',
  ],
  ['kubectl apply -f -', input(containers('b')), 'deployment.apps/web configured'],
  ["kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}'", /^(b c|c b)$/],
];

const MISTAKES: readonly Step[] = [
  [
    'kubectl apply -f -',
    input(misspelt('web')),
    fails(
      'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
    ),
  ],
  [
    'kubectl apply --validate=warn -f -',
    input(misspelt('warned')),
    'deployment.apps/warned created',
    warns(/^Warning: unknown field "spec.replica"\n$/),
  ],
  ['kubectl apply --validate=ignore -f -', input(misspelt('ignored')), 'deployment.apps/ignored created'],
  ['kubectl create -f -', input(misspelt('web')), fails('strict decoding error: unknown field "spec.replica"')],
  [
    'kubectl create -f -',
    input({ apiVersion: 'shop.test/v1', kind: 'Unicorn', metadata: { name: 'a' } }),
    fails(/no matches for kind "Unicorn" in version "shop.test\/v1"\nensure CRDs are installed first/),
  ],
  [
    'kubectl create -n elsewhere -f -',
    input(configMap('a')),
    fails('Error from server (NotFound): error when creating "STDIN": namespaces "elsewhere" not found'),
  ],
];

const MANAGERS =
  'kubectl get configmap settings --show-managed-fields -o jsonpath=\'{range .metadata.managedFields[*]}{.manager} {.operation}{"\\n"}{end}\'';

const SERVER_SIDE: readonly Step[] = [
  ['kubectl apply --server-side -f -', input(data({ a: '1', b: '1' })), 'configmap/settings serverside-applied'],
  [MANAGERS, 'kubectl Apply'],
  [
    'kubectl apply --server-side --field-manager=other -f -',
    input(data({ a: '2' })),
    fails('Apply failed with 1 conflict: conflict with "kubectl": .data.a'),
  ],
  [
    'kubectl apply --server-side --field-manager=other --force-conflicts -f -',
    input(data({ a: '2' })),
    'configmap/settings serverside-applied',
    stored(URL, { data: { a: '2', b: '1' } }),
  ],
  [MANAGERS, 'kubectl Apply\nother Apply'],
  ['kubectl apply --server-side -f -', input(data({ a: '2' })), 'configmap/settings serverside-applied'],
  ["kubectl get configmap settings -o jsonpath='{.data}'", '{"a":"2"}'],
  [
    'kubectl apply --server-side --dry-run=server -f -',
    input(data({ a: '2', c: '3' })),
    'configmap/settings serverside-applied (server dry run)',
  ],
  ["kubectl get configmap settings -o jsonpath='{.data}'", '{"a":"2"}'],
];

const OWNERS: readonly Step[] = [
  ['kubectl apply --server-side -f -', input(containers('a', 'b', 'c')), 'deployment.apps/web serverside-applied'],
  ['kubectl apply --server-side -f -', input(containers('a', 'c')), 'deployment.apps/web serverside-applied'],
  ["kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}'", 'a c'],
  ['kubectl apply --server-side -f -', input(deployment('web', { replicas: 1 })), /applied/],
  ['kubectl scale deployment web --replicas=4', 'deployment.apps/web scaled'],
  [
    'kubectl apply --server-side -f -',
    input(deployment('web', { replicas: 1 })),
    fails('conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas'),
  ],
  [
    'kubectl get deployment web -o yaml --show-managed-fields',
    /manager: kubectl\n {4}operation: Update\n {4}subresource/,
  ],
  [
    'kubectl apply --server-side -f -',
    input({ ...Object(configMap('wrong')), colour: 'red' }),
    fails(
      'failed to create typed patch object (owners/wrong; v1, Kind=ConfigMap): .colour: field not declared in schema',
    ),
  ],
];

const MIGRATION: readonly Step[] = [
  ['kubectl apply -f -', input(data({ a: '1', gone: '1' })), 'configmap/settings created'],
  [MANAGERS, 'kubectl-client-side-apply Update'],
  ['kubectl apply --server-side -f -', input(data({ a: '2' })), 'configmap/settings serverside-applied'],
  ["kubectl get configmap settings -o jsonpath='{.data}'", '{"a":"2"}'],
  ['kubectl apply -f -', input(data({ b: '3' })), 'configmap/settings configured'],
  ["kubectl get configmap settings -o jsonpath='{.data}'", '{"b":"3"}'],
];

const DIFF: readonly Step[] = [
  ['kubectl diff -f -', input(data({ a: '1' })), /^\+ {2}a: "1"$/m, fails(/^$/)],
  ['kubectl apply -f -', input(data({ a: '1' })), 'configmap/settings created'],
  ['kubectl diff -f -', input(data({ a: '1' })), ''],
  ['kubectl diff -f -', input(data({ a: '2' })), /^- {2}a: "1"\n\+ {2}a: "2"$/m, fails(/^$/)],
  ['kubectl diff --server-side -f -', input(data({ a: '2' })), /^- {2}a: "1"\n\+ {2}a: "2"$/m, fails(/^$/)],
  ['kubectl diff -f -', input(configMap('Not_Me')), fails('ConfigMap "Not_Me" is invalid', 2)],
];

const LABELLED = { metadata: { labels: { app: 'pruned' } } };

const PRUNE: readonly Step[] = [
  ['kubectl apply -f -', input(configMap('a', LABELLED), configMap('b', LABELLED)), /a created\nconfigmap\/b created/],
  [
    'kubectl apply --prune -l app=pruned --prune-allowlist=core/v1/ConfigMap -f -',
    input(configMap('a', LABELLED)),
    'configmap/a unchanged\nconfigmap/b pruned',
  ],
];

describeKubectl('apply', {
  'client side': CLIENT_SIDE,
  'lists merge by their keys': LISTS,
  mistakes: MISTAKES,
  'server side': SERVER_SIDE,
  owners: OWNERS,
  'from client to server side and back': MIGRATION,
  diff: DIFF,
  prune: PRUNE,
});

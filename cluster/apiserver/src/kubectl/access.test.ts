import { describeKubectl, fails, input, type Step, stored, warns } from '../test-support/kubectl-suite.ts';

const IDENTITY: readonly Step[] = [
  ['kubectl auth whoami', /Username +kubemin-admin\n/, /Groups +\[system:masters system:authenticated\]/],
  [
    'kubectl auth whoami --as=bob --as-group=dev --as-uid=7',
    /Username +bob\n/,
    /UID +7\n/,
    /Groups +\[dev system:authenticated\]/,
  ],
  ['kubectl get pods --as-group=dev', fails('without impersonating a user')],
  [
    'kubectl get pods --as=bob',
    fails(
      'Error from server (Forbidden): pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "identity"',
    ),
  ],
  [
    'kubectl delete deployment web --as=bob',
    fails(
      'Error from server (Forbidden): deployments.apps "web" is forbidden: User "bob" cannot delete resource "deployments" in API group "apps" in the namespace "identity"',
    ),
  ],
];

const QUESTIONS: readonly Step[] = [
  ['kubectl auth can-i delete pods', 'yes'],
  ['kubectl auth can-i list pods --as=bob', 'no', fails(/^$/)],
  ['kubectl auth can-i get /healthz --as=bob --as-group=x', 'yes'],
  ['kubectl auth can-i --list', /\*\.\* +\[\] +\[\] +\[\*\]/],
  ['kubectl create role reader --verb=get,list --resource=pods', /created/],
  ['kubectl create rolebinding readers --role=reader --user=bob', /created/],
  ['kubectl auth can-i list pods --as=bob', 'yes'],
  ['kubectl auth can-i list pods --as=bob -n default', 'no', fails(/^$/)],
  ['kubectl auth can-i --list --as=bob', /\npods +\[\] +\[\] +\[get list\]\n/],
  [
    'kubectl auth reconcile -f -',
    input({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'reader', namespace: 'questions' },
      rules: [{ verbs: ['watch'], apiGroups: [''], resources: ['pods'] }],
    }),
    /reader reconciled\n/,
    warns(/missing rules added:\n\t\t\{Verbs:\[watch\] /),
  ],
  ['kubectl auth can-i watch pods --as=bob', 'yes'],
];

const AS_ROBOT = 'kubectl --kubeconfig=$HOME/robot';

const TOKENS: readonly Step[] = [
  ['kubectl create serviceaccount robot', 'serviceaccount/robot created'],
  ['kubectl create role reader --verb=get,list --resource=configmaps', /created/],
  ['kubectl create rolebinding readers --role=reader --serviceaccount=tokens:robot', /created/],
  [
    'kubectl config view --raw > $HOME/robot && kubectl create token robot --duration=15m > $HOME/token && ' +
      `${AS_ROBOT} config set-credentials test --token=$(cat $HOME/token)`,
    'User "test" set.',
  ],
  [`${AS_ROBOT} auth whoami`, /system:serviceaccount:tokens:robot/],
  [`${AS_ROBOT} get configmaps -o name`],
  [`${AS_ROBOT} auth can-i list configmaps`, 'yes'],
  [
    `${AS_ROBOT} get secrets`,
    fails(
      'User "system:serviceaccount:tokens:robot" cannot list resource "secrets" in API group "" in the namespace "tokens"',
    ),
  ],
  ['kubectl create token nobody', fails('serviceaccounts "nobody" not found')],
  ['kubectl delete serviceaccount robot', /deleted/],
  [`${AS_ROBOT} get configmaps`, fails('You must be logged in to the server')],
];

/** For /O=dev/CN=jane; the key is forgotten. */
const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHXMH8CAQAwHTEMMAoGA1UECgwDZGV2MQ0wCwYDVQQDDARqYW5lMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE4kGClwEADtkOS2HV/6qAi+mHSdqanu1eZNn03wKz
CJW7bE6CPuDMixPlGgem4ShMxpedT9lzzPI5B3lipidrsqAAMAoGCCqGSM49BAMC
A0gAMEUCIQC1UGrlOmeQFb/Dh8smtL8FQV0dqQG+K0uXNul12JCYhwIgbMxz/tJE
kSYhWG5TxTc24KVknShS2/NCVdxztvOA5i8=
-----END CERTIFICATE REQUEST-----
`;

const request = (name: string): unknown => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: {
    request: Buffer.from(REQUEST).toString('base64'),
    signerName: 'kubernetes.io/kube-apiserver-client',
    usages: ['client auth'],
    expirationSeconds: 86_400,
  },
});

const CERTIFICATES: readonly Step[] = [
  ['kubectl create -f -', input(request('jane'), request('joe')), /jane created/],
  [
    'kubectl get csr jane',
    /^NAME +AGE +SIGNERNAME +REQUESTOR +REQUESTEDDURATION +CONDITION\njane +\S+ +kubernetes.io\/kube-apiserver-client +kubemin-admin +24h +Pending\n$/,
  ],
  [
    'kubectl certificate approve jane',
    'certificatesigningrequest.certificates.k8s.io/jane approved',
    stored('/apis/certificates.k8s.io/v1/certificatesigningrequests/jane', {
      status: { conditions: [{ type: 'Approved', status: 'True', reason: 'KubectlApprove' }] },
    }),
  ],
  ['kubectl certificate deny joe', 'certificatesigningrequest.certificates.k8s.io/joe denied'],
  ['kubectl get csr', / Approved(,Issued)?\n.* Denied\n/],
  ['kubectl describe csr jane', /Status: +Approved/, /Common Name: +jane\n/, /Organization: +dev\n/],
];

describeKubectl('access', {
  identity: IDENTITY,
  questions: QUESTIONS,
  tokens: TOKENS,
  certificates: CERTIFICATES,
});

import { describeKubectl, fails, input, type Step, stored } from '../test-support/kubectl-suite.ts';

const CORE = '/api/v1/namespaces/:namespace';
const BATCH = '/apis/batch/v1/namespaces/:namespace';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

const pods = (image: string): object => ({ template: { spec: { containers: [{ image }] } } });

const PLAIN: readonly Step[] = [
  [
    'kubectl create namespace shop',
    'namespace/shop created',
    stored('/api/v1/namespaces/shop', { status: { phase: 'Active' } }),
  ],
  ['kubectl create namespace shop', fails('Error from server (AlreadyExists): namespaces "shop" already exists')],
  [
    'kubectl create configmap settings --from-literal=a=1 --from-literal=empty=',
    'configmap/settings created',
    stored(`${CORE}/configmaps/settings`, { data: { a: '1', empty: '' } }),
  ],
  [
    'kubectl create configmap Bad_Name',
    fails('ConfigMap "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain'),
  ],
  [
    'kubectl create secret generic login --from-literal=user=admin',
    'secret/login created',
    stored(`${CORE}/secrets/login`, { type: 'Opaque', data: { user: 'YWRtaW4=' } }),
  ],
  [
    'kubectl create secret docker-registry pull --docker-server=registry.test --docker-username=u --docker-password=p',
    'secret/pull created',
    stored(`${CORE}/secrets/pull`, { type: 'kubernetes.io/dockerconfigjson' }),
  ],
  [
    'kubectl create quota small --hard=cpu=1500m,pods=30',
    'resourcequota/small created',
    stored(`${CORE}/resourcequotas/small`, { spec: { hard: { cpu: '1500m', pods: '30' } } }),
  ],
  [
    'kubectl create service nodeport web --tcp=80:8080',
    'service/web created',
    stored(`${CORE}/services/web`, { spec: { type: 'NodePort', ports: [{ port: 80, targetPort: 8080 }] } }),
  ],
  [
    'kubectl create ingress web --rule=web.test/*=web:80,tls=cert',
    'ingress.networking.k8s.io/web created',
    stored('/apis/networking.k8s.io/v1/namespaces/:namespace/ingresses/web', {
      spec: {
        rules: [
          {
            host: 'web.test',
            http: { paths: [{ path: '/', backend: { service: { name: 'web', port: { number: 80 } } } }] },
          },
        ],
        tls: [{ hosts: ['web.test'], secretName: 'cert' }],
      },
    }),
  ],
];

const WORKLOADS: readonly Step[] = [
  [
    'kubectl create deployment web --image=registry.test/web:1 --replicas=0 --port=80',
    'deployment.apps/web created',
    stored('/apis/apps/v1/namespaces/:namespace/deployments/web', {
      spec: {
        replicas: 0,
        strategy: { type: 'RollingUpdate' },
        template: {
          spec: { containers: [{ image: 'registry.test/web:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }] },
        },
      },
    }),
  ],
  [
    'kubectl create job once --image=registry.test/job:1 -- true',
    'job.batch/once created',
    stored(`${BATCH}/jobs/once`, { spec: { completions: 1, ...pods('registry.test/job:1') } }),
  ],
  [
    'kubectl create cronjob nightly --image=registry.test/job:2 --schedule=@daily',
    'cronjob.batch/nightly created',
    stored(`${BATCH}/cronjobs/nightly`, { spec: { schedule: '@daily' } }),
  ],
  [
    'kubectl create job now --from=cronjob/nightly',
    'job.batch/now created',
    stored(`${BATCH}/jobs/now`, {
      metadata: { ownerReferences: [{ kind: 'CronJob', name: 'nightly' }] },
      spec: pods('registry.test/job:2'),
    }),
  ],
  [
    'kubectl create cronjob never --image=registry.test/job:1 --schedule=never',
    fails(
      'CronJob.batch "never" is invalid: spec.schedule: Invalid value: "never": expected exactly 5 fields, found 1: [never]',
    ),
  ],
  [
    'kubectl create poddisruptionbudget steady --selector=app=web --min-available=50%',
    'poddisruptionbudget.policy/steady created',
    stored('/apis/policy/v1/namespaces/:namespace/poddisruptionbudgets/steady', {
      spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } },
    }),
  ],
  [
    'kubectl create priorityclass urgent --value=1000',
    'priorityclass.scheduling.k8s.io/urgent created',
    stored('/apis/scheduling.k8s.io/v1/priorityclasses/urgent', { value: 1000 }),
  ],
];

const ROLES: readonly Step[] = [
  [
    'kubectl create role reader --verb=get,list --resource=pods,deployments.apps --resource-name=web',
    'role.rbac.authorization.k8s.io/reader created',
    stored(`${RBAC}/namespaces/:namespace/roles/reader`, {
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
        { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] },
      ],
    }),
  ],
  [
    'kubectl create rolebinding readers --role=reader --user=ann --serviceaccount=roles:robot',
    'rolebinding.rbac.authorization.k8s.io/readers created',
    stored(`${RBAC}/namespaces/:namespace/rolebindings/readers`, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'roles' },
      ],
    }),
  ],
  ['kubectl create clusterrole watcher --verb=watch --resource=nodes', /\/watcher created/],
  ['kubectl create clusterrolebinding watchers --clusterrole=watcher --group=staff', /\/watchers created/],
  ['kubectl create serviceaccount robot', 'serviceaccount/robot created'],
  ['kubectl create token robot --duration=15m', /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/],
];

const SHORTCUTS: readonly Step[] = [
  [
    'kubectl run one --image=registry.test/one:1 --labels=app=one --env=A=b --port=80 --restart=Never',
    'pod/one created',
    stored(`${CORE}/pods/one`, {
      metadata: { labels: { app: 'one' } },
      spec: { restartPolicy: 'Never', containers: [{ env: [{ name: 'A', value: 'b' }] }] },
    }),
  ],
  [
    'kubectl expose pod one --port=80 --target-port=8080 --name=front',
    'service/front exposed',
    stored(`${CORE}/services/front`, { spec: { selector: { app: 'one' }, ports: [{ port: 80, targetPort: 8080 }] } }),
  ],
  ['kubectl create deployment web --image=registry.test/web:1', 'deployment.apps/web created'],
  [
    'kubectl autoscale deployment web --min=2 --max=5 --cpu-percent=80',
    'horizontalpodautoscaler.autoscaling/web autoscaled',
    stored('/apis/autoscaling/v2/namespaces/:namespace/horizontalpodautoscalers/web', {
      spec: { minReplicas: 2, maxReplicas: 5, metrics: [{ resource: { target: { averageUtilization: 80 } } }] },
    }),
  ],
];

const TRIES: readonly Step[] = [
  ['kubectl create configmap a --dry-run=client -o name', 'configmap/a'],
  ['kubectl create configmap a --dry-run=server', 'configmap/a created (server dry run)'],
  ['kubectl create configmap Not_Me --dry-run=server', fails('ConfigMap "Not_Me" is invalid')],
  ['kubectl run one --image=registry.test/one:1 --dry-run=server -o yaml', /imagePullPolicy: IfNotPresent/],
  [
    'kubectl create -f - --dry-run=server',
    input({ apiVersion: 'v1', kind: 'Pod' }),
    fails(
      /^The Pod "" is invalid: \n\* metadata.name: Required value: name or generateName is required\n\* spec.containers: Required value\n$/,
    ),
  ],
  ['kubectl get configmap a', fails('Error from server (NotFound): configmaps "a" not found')],
];

// From 1.32 on kubectl sends these in protobuf.
describeKubectl('create', {
  plain: PLAIN,
  workloads: WORKLOADS,
  roles: ROLES,
  'run, expose and autoscale': SHORTCUTS,
  'without effect': TRIES,
});

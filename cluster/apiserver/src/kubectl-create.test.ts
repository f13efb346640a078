import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KubectlSession, kubectlPrograms } from './test-support/kubectl-session.ts';

const PROTOBUF_SINCE = 32;
const programs = kubectlPrograms().filter(({ minor }) => minor >= PROTOBUF_SINCE);
const title = programs.length > 0 ? 'kubectl create' : 'kubectl create (skipped: no kubectl 1.32 or later on PATH)';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const IN_DEFAULT = 'namespaces/default';

interface Creation {
  readonly command: string;
  readonly url: string;
  readonly object: Readonly<Record<string, unknown>>;
}

const CREATIONS: readonly Creation[] = [
  { command: 'namespace shop', url: '/api/v1/namespaces/shop', object: { status: { phase: 'Active' } } },
  {
    command: 'configmap settings --from-literal=a=1 --from-literal=empty=',
    url: `/api/v1/${IN_DEFAULT}/configmaps/settings`,
    object: { data: { a: '1', empty: '' } },
  },
  {
    command: 'secret generic login --from-literal=user=admin',
    url: `/api/v1/${IN_DEFAULT}/secrets/login`,
    object: { type: 'Opaque', data: { user: 'YWRtaW4=' } },
  },
  {
    command: 'deployment web --image=registry.test/web:1 --replicas=0 --port=80',
    url: `/apis/apps/v1/${IN_DEFAULT}/deployments/web`,
    object: {
      spec: {
        replicas: 0,
        strategy: { type: 'RollingUpdate' },
        template: {
          spec: {
            containers: [
              { image: 'registry.test/web:1', name: 'web', ports: [{ containerPort: 80, protocol: 'TCP' }] },
            ],
          },
        },
      },
    },
  },
  {
    command: 'service clusterip web --tcp=80:8080',
    url: `/api/v1/${IN_DEFAULT}/services/web`,
    object: { spec: { type: 'ClusterIP', ports: [{ port: 80, targetPort: 8080 }] } },
  },
  {
    command: 'job once --image=registry.test/job:1 -- true',
    url: `/apis/batch/v1/${IN_DEFAULT}/jobs/once`,
    object: { spec: { completions: 1, template: { spec: { restartPolicy: 'Never' } } } },
  },
  {
    command: 'cronjob nightly --image=registry.test/job:1 --schedule=@daily',
    url: `/apis/batch/v1/${IN_DEFAULT}/cronjobs/nightly`,
    object: { spec: { schedule: '@daily', jobTemplate: { spec: { template: {} } } } },
  },
  {
    command: 'role reader --verb=get,list --resource=pods,deployments.apps --resource-name=web',
    url: `${RBAC}/${IN_DEFAULT}/roles/reader`,
    object: {
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
        { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] },
      ],
    },
  },
  {
    command: 'rolebinding readers --role=reader --user=ann --serviceaccount=default:robot',
    url: `${RBAC}/${IN_DEFAULT}/rolebindings/readers`,
    object: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
      ],
    },
  },
  {
    command: 'clusterrole watcher --verb=watch --resource=nodes',
    url: `${RBAC}/clusterroles/watcher`,
    object: { rules: [{ verbs: ['watch'], apiGroups: [''], resources: ['nodes'] }] },
  },
  {
    command: 'clusterrolebinding watchers --clusterrole=watcher --group=staff',
    url: `${RBAC}/clusterrolebindings/watchers`,
    object: { subjects: [{ kind: 'Group', name: 'staff' }] },
  },
  {
    command: 'quota small --hard=cpu=1500m,pods=3',
    url: `/api/v1/${IN_DEFAULT}/resourcequotas/small`,
    object: { spec: { hard: { cpu: '1500m', pods: '3' } } },
  },
  {
    command: 'ingress web --rule=web.test/*=web:80,tls=cert',
    url: `/apis/networking.k8s.io/v1/${IN_DEFAULT}/ingresses/web`,
    object: {
      spec: {
        rules: [
          {
            host: 'web.test',
            http: { paths: [{ path: '/', backend: { service: { name: 'web', port: { number: 80 } } } }] },
          },
        ],
        tls: [{ hosts: ['web.test'], secretName: 'cert' }],
      },
    },
  },
  {
    command: 'serviceaccount robot',
    url: `/api/v1/${IN_DEFAULT}/serviceaccounts/robot`,
    object: { kind: 'ServiceAccount' },
  },
  {
    command: 'poddisruptionbudget steady --selector=app=web --min-available=50%',
    url: `/apis/policy/v1/${IN_DEFAULT}/poddisruptionbudgets/steady`,
    object: { spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } } },
  },
  {
    command: 'priorityclass urgent --value=1000 --global-default=false',
    url: '/apis/scheduling.k8s.io/v1/priorityclasses/urgent',
    object: { value: 1000 },
  },
];

describe.skipIf(programs.length === 0)(title, () => {
  let session: KubectlSession;

  beforeEach(async () => {
    session = await KubectlSession.start();
  });

  afterEach(() => session.close());

  it.each(programs)('creates, in protobuf, what one asks of 1.$minor', { timeout: 60_000 }, async ({ path }) => {
    for (const { command, url, object } of CREATIONS) {
      expect(await session.run(['create', ...command.split(' ')], path)).toContain('created');
      expect(await session.api.get(url)).toMatchObject(object);
    }
    await expect(session.run(['create', 'namespace', 'shop'], path)).rejects.toThrow(
      'namespaces "shop" already exists',
    );
    await expect(session.run(['create', 'configmap', 'Bad_Name'], path)).rejects.toThrow(
      'ConfigMap "Bad_Name" is invalid: metadata.name: Invalid value',
    );
  });
});

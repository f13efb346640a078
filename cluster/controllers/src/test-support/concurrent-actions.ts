import type { KubeClient } from '@kubemin/kube';
import { apps, autoscaling, batch, core, policy } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { daemonSet, deployment, job, pod, replicaSet, statefulSet, type TemplateWishes } from './workload.ts';

/** One action of a client; objects go to the namespace of the scenario. */
export type ClientAction = (client: KubeClient, namespace: string) => Promise<unknown>;

/**
 * The actions of independent clients at the same time: those of one client happen in their order, those of different
 * clients in any. The end state is the same, whatever the order.
 */
export type ConcurrentActions = readonly (readonly ClientAction[])[];

const selector = (app: string) => ({ matchLabels: { app } });

const service: ClientAction = (client, namespace) =>
  client.resource(core.v1.services, namespace).create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  });

const deploy =
  (name: string, replicas: number, wishes: Parameters<typeof deployment>[2] = {}): ClientAction =>
  (client, namespace) =>
    client.resource(apps.v1.deployments, namespace).create(deployment(name, replicas, wishes));

const change =
  (name: string, body: object): ClientAction =>
  (client, namespace) =>
    client.resource(apps.v1.deployments, namespace).patch(name, { type: 'strategic', body });

const newImage = (image: string) => ({ spec: { template: { spec: { containers: [{ name: 'main', image }] } } } });

const budget: ClientAction = (client, namespace) =>
  client.resource(policy.v1.poddisruptionbudgets, namespace).create({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web' },
    spec: { maxUnavailable: 1, selector: selector('web') },
  });

function claim(name: string, spec: PersistentVolumeClaim['spec'] = {}): ClientAction {
  const wish = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec };
  return (client, namespace) =>
    client
      .resource(core.v1.persistentvolumeclaims, namespace)
      .create({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name }, spec: wish });
}

const volume: ClientAction = (client) =>
  client.resource(core.v1.persistentvolumes).create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'by-hand', labels: { tier: 'slow' } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '3Gi' },
      storageClassName: 'manual',
      hostPath: { path: '/data' },
    },
  });

/** A Deployment of one pod that mounts what others make. */
function mounting(name: string, source: object): ClientAction {
  const wish = deployment(name, 1);
  const { containers = [] } = wish.spec?.template.spec ?? {};
  const template = { metadata: { labels: { app: name } }, spec: { containers, volumes: [{ name: 'v', ...source }] } };
  return (client, namespace) =>
    client
      .resource(apps.v1.deployments, namespace)
      .create({ ...wish, spec: { selector: selector(name), ...wish.spec, template } });
}

const autoscaler: ClientAction = (client, namespace) =>
  client.resource(autoscaling.v2.horizontalpodautoscalers, namespace).create({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'busy' },
    spec: {
      minReplicas: 1,
      maxReplicas: 4,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'busy' },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ],
    },
  });

const cron =
  (name: string, suspend: boolean): ClientAction =>
  (client, namespace) => {
    const { spec: jobSpec } = job(name);
    const jobTemplate = { ...(jobSpec && { spec: jobSpec }) };
    return client.resource(batch.v1.cronjobs, namespace).create({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name },
      // Once, two minutes after the beginning of all scenarios.
      spec: { schedule: '2 0 * * *', suspend, jobTemplate },
    });
  };

const quota: ClientAction = (client, namespace) =>
  client.resource(core.v1.resourcequotas, namespace).create({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'enough' },
    spec: { hard: { pods: '20', 'requests.cpu': '4', 'count/deployments.apps': '3' } },
  });

const apart = (app: string): Partial<NonNullable<ReturnType<typeof deployment>['spec']>> => ({
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
  template: {
    metadata: { labels: { app } },
    spec: {
      containers: [{ name: 'main', image: 'shop:1' }],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: selector(app), topologyKey: 'kubernetes.io/hostname' },
          ],
        },
      },
    },
  },
});

/** An owner that comes and goes, and what it leaves. */
const heirloom: ClientAction = async (client, namespace) => {
  const deployments = client.resource(apps.v1.deployments, namespace);
  const { metadata } = await deployments.create(deployment('owner', 1));
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'owner', uid: metadata.uid ?? '' };
  const owned = { name: 'heirloom', ownerReferences: [owner] };
  await client.resource(core.v1.configmaps, namespace).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: owned });
};

const create =
  (name: string): ClientAction =>
  (client) =>
    client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

const inside =
  (name: string, deed: ClientAction): ClientAction =>
  (client) =>
    deed(client, name);

const busy: TemplateWishes = {
  requests: { cpu: '100m' },
  annotations: { 'kubemin.io/simulate-usage-cpu': '100m' },
};

/** All scenarios by name; each for up to so many pods. */
export const SCENARIOS: Readonly<Record<string, (size: number) => ConcurrentActions>> = {
  rollout: (size) => [
    [deploy('web', size), change('web', newImage('shop:2')), change('web', { spec: { replicas: size + 1 } })],
    [service],
    [budget],
  ],
  paused: (size) => [
    [
      deploy('web', 1),
      change('web', { spec: { paused: true } }),
      change('web', newImage('shop:2')),
      change('web', { spec: { replicas: size } }),
      change('web', { spec: { paused: false } }),
    ],
    [service],
  ],
  storage: () => [[claim('data')], [mounting('keeper', { persistentVolumeClaim: { claimName: 'data' } })]],
  'by-hand': () => [
    [volume],
    [claim('data', { storageClassName: 'manual', selector: { matchLabels: { tier: 'slow' } } })],
    [mounting('keeper', { persistentVolumeClaim: { claimName: 'data' } })],
  ],
  stateful: (size) => [
    [(client, ns) => client.resource(apps.v1.statefulsets, ns).create(statefulSet('web', size))],
    [service],
  ],
  daemons: () => [
    [
      (client, ns) => client.resource(apps.v1.daemonsets, ns).create(daemonSet('web')),
      (client, ns) =>
        client.resource(apps.v1.daemonsets, ns).patch('web', { type: 'strategic', body: newImage('shop:2') }),
    ],
    [service],
  ],
  work: (size) => [
    [
      (client, ns) =>
        client.resource(batch.v1.jobs, ns).create(job('work', { spec: { completions: size + 1, parallelism: 2 } })),
    ],
    [
      (client, ns) =>
        client
          .resource(batch.v1.jobs, ns)
          .create(job('numbered', { spec: { completions: size, parallelism: size, completionMode: 'Indexed' } })),
    ],
  ],
  cron: () => [[cron('once', false)], [cron('never', true)]],
  scaled: () => [[deploy('busy', 2, busy)], [autoscaler]],
  adoption: (size) => [
    [(client, ns) => client.resource(apps.v1.replicasets, ns).create(replicaSet('pool', size))],
    [(client, ns) => client.resource(core.v1.pods, ns).create(pod('stray', { labels: { app: 'pool' } }))],
  ],
  quota: (size) => [[quota], [deploy('web', size, { requests: { cpu: '100m' } })]],
  apart: () => [[deploy('apart', 3, { spec: apart('apart') })]],
  heirs: () => [
    [
      heirloom,
      (client, ns) => client.resource(apps.v1.deployments, ns).delete('owner', { propagationPolicy: 'Foreground' }),
    ],
  ],
  configured: (size) => [
    [mounting('reader', { configMap: { name: 'settings' } })],
    [
      (client, ns) =>
        client
          .resource(core.v1.configmaps, ns)
          .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { size: `${size}` } }),
    ],
  ],
  closed: (size) => [
    [
      create('brief'),
      inside('brief', deploy('web', size)),
      inside('brief', service),
      inside('brief', claim('data')),
      (client) => client.resource(core.v1.namespaces).delete('brief'),
    ],
  ],
};

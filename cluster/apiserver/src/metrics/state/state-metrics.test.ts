import type { ApiRequest } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import { eventually, metricSamples, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());

const selector = { matchLabels: { app: 'a' } };
const pod = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'main:1', resources: { requests: { cpu: '250m', memory: '64Mi' } } }] },
};

async function exposition(path = '/metrics/state'): Promise<string> {
  const response = await cluster.handler({ method: 'GET', path, query: new URLSearchParams(), headers: {} });
  if (response.kind !== 'text') throw new Error(JSON.stringify(response));
  return response.text;
}

/** Waits until these series have these values. */
async function expectSamples(wanted: Readonly<Record<string, number>>): Promise<void> {
  const found = async () => {
    const samples = metricSamples(await exposition());
    return Object.fromEntries(Object.keys(wanted).map((series) => [series, samples.get(series)]));
  };
  const last = await eventually(found, {
    until: (values) => Object.entries(wanted).every(([series, value]) => values[series] === value),
  });
  expect(last).toEqual(wanted);
}

describe('/metrics/state', () => {
  it('shows the state of workloads and their pods', async () => {
    const { client } = cluster;
    const spec = { replicas: 2, selector, template: pod };
    await client.resource(apps.v1.deployments, 'default').create({ ...of('apps/v1', 'Deployment', 'web'), spec });
    const of2 = { namespace: 'default', deployment: 'web' };
    await expectSamples({
      [series('kube_deployment_spec_replicas', of2)]: 2,
      [series('kube_deployment_status_replicas', of2)]: 2,
      [series('kube_deployment_status_replicas_available', of2)]: 2,
      [series('kube_deployment_status_replicas_unavailable', of2)]: 0,
      [series('kube_deployment_status_condition', { ...of2, condition: 'Available', status: 'true' })]: 1,
      [series('kube_deployment_status_condition', { ...of2, condition: 'Available', status: 'false' })]: 0,
    });

    const [first] = (await client.resource(core.v1.pods, 'default').list({ labelSelector: 'app=a' })).items;
    const { name = '', uid = '' } = first?.metadata ?? {};
    const node = first?.spec?.nodeName ?? '';
    const identity = { namespace: 'default', pod: name, uid };
    const asked = { ...identity, container: 'main', node };
    await expectSamples({
      [series('kube_pod_status_phase', { ...identity, phase: 'Running' })]: 1,
      [series('kube_pod_status_phase', { ...identity, phase: 'Pending' })]: 0,
      [series('kube_pod_status_ready', { ...identity, condition: 'true' })]: 1,
      [series('kube_pod_container_status_restarts_total', { ...identity, container: 'main' })]: 0,
      [series('kube_pod_container_resource_requests', { ...asked, resource: 'cpu', unit: 'core' })]: 0.25,
      [series('kube_pod_container_resource_requests', { ...asked, resource: 'memory', unit: 'byte' })]: 67_108_864,
    });
    const text = await exposition();
    expect(text).toMatch(
      new RegExp(
        `^kube_pod_info\\{namespace="default",pod="${name}",uid="${uid}",host_ip="[\\d.]+",pod_ip="[\\d.]+",node="${node}",created_by_kind="ReplicaSet",created_by_name="web-\\w+",priority_class="",host_network="false"\\} 1$`,
        'm',
      ),
    );
    expect(text).toContain('# TYPE kube_pod_container_status_restarts_total counter\n');
  });

  it('shows sets, jobs, claims and nodes', async () => {
    const { client } = cluster;
    const b = { selector: { matchLabels: { app: 'b' } }, template: { ...pod, metadata: { labels: { app: 'b' } } } };
    const c = { selector: { matchLabels: { app: 'c' } }, template: { ...pod, metadata: { labels: { app: 'c' } } } };
    await client
      .resource(apps.v1.statefulsets, 'default')
      .create({ ...of('apps/v1', 'StatefulSet', 'db'), spec: { ...b, replicas: 1, serviceName: 'db' } });
    await client.resource(apps.v1.daemonsets, 'default').create({ ...of('apps/v1', 'DaemonSet', 'agent'), spec: c });
    const once = { ...pod.spec, restartPolicy: 'Never' };
    await client.resource(batch.v1.jobs, 'default').create({
      ...of('batch/v1', 'Job', 'once'),
      spec: { template: { spec: once } },
    });
    await client.resource(core.v1.persistentvolumeclaims, 'default').create({
      ...of('v1', 'PersistentVolumeClaim', 'data'),
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'none' },
    });
    const [node] = (await client.resource(core.v1.nodes).list()).items;
    const on = { node: node?.metadata.name ?? '' };
    const claim = { namespace: 'default', persistentvolumeclaim: 'data' };
    const job = { namespace: 'default', job_name: 'once' };
    await expectSamples({
      [series('kube_statefulset_replicas', { namespace: 'default', statefulset: 'db' })]: 1,
      [series('kube_statefulset_status_replicas_ready', { namespace: 'default', statefulset: 'db' })]: 1,
      [series('kube_daemonset_status_desired_number_scheduled', { namespace: 'default', daemonset: 'agent' })]: 2,
      [series('kube_daemonset_status_number_ready', { namespace: 'default', daemonset: 'agent' })]: 2,
      [series('kube_job_status_succeeded', job)]: 1,
      [series('kube_job_status_failed', job)]: 0,
      [series('kube_job_complete', { ...job, condition: 'true' })]: 1,
      [series('kube_persistentvolumeclaim_status_phase', { ...claim, phase: 'Pending' })]: 1,
      [series('kube_persistentvolumeclaim_resource_requests_storage_bytes', claim)]: 1_073_741_824,
      [series('kube_node_status_condition', { ...on, condition: 'Ready', status: 'true' })]: 1,
      [series('kube_node_status_condition', { ...on, condition: 'Ready', status: 'unknown' })]: 0,
      [series('kube_namespace_status_phase', { namespace: 'default', phase: 'Active' })]: 1,
    });
    expect(await exposition()).toContain(`kube_node_info{node="${on.node}",kernel_version="`);
  });

  it('keeps object names out of the metrics of the server itself', async () => {
    expect(await exposition('/metrics')).not.toContain('kube_pod_info');
  });

  it('needs the right to get the path', async () => {
    const request: ApiRequest = { method: 'GET', path: '/metrics/state', query: new URLSearchParams(), headers: {} };
    const guest = { username: 'guest', groups: ['system:authenticated'] };
    expect(await cluster.as(guest)(request)).toMatchObject({
      status: 403,
      object: { message: 'forbidden: User "guest" cannot get path "/metrics/state"' },
    });
    const monitor = { username: 'prometheus', groups: ['system:monitoring', 'system:authenticated'] };
    expect((await cluster.as(monitor)(request)).status).toBe(200);
  });
});

function of<Version extends string, Kind extends string>(apiVersion: Version, kind: Kind, name: string) {
  return { apiVersion, kind, metadata: { name } };
}

function series(name: string, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${pairs.join(',')}}`;
}

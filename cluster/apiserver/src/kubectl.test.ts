import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubectlSession, kubectlPrograms } from './test-support/kubectl-session.ts';
import { pod, type TestApi } from './test-support/test-api.ts';

const found = kubectlPrograms().length > 0;
const title = found ? 'kubectl' : 'kubectl (skipped: there is no kubectl on PATH)';

const APP = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: REPLICAS
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "registry.test/web:TAG", ports: [{containerPort: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers: [{name: db, image: "registry.test/db:1"}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {a: "1"}
`;

describe.skipIf(!found)(title, () => {
  let session: KubectlSession;
  let api: TestApi;

  beforeAll(async () => {
    session = await KubectlSession.start();
    api = session.api;
  });

  afterAll(() => session.close());

  function kubectl(...args: readonly string[]): Promise<string> {
    return session.run(args);
  }

  async function apply(replicas: number, tag: string): Promise<string> {
    const file = join(session.home, 'app.yaml');
    await writeFile(file, APP.replace('REPLICAS', String(replicas)).replace('TAG', tag));
    return kubectl('apply', '--validate=false', '-f', file);
  }

  it('sees the server and what it has', async () => {
    expect(await kubectl('version')).toContain('Server Version: v1.35.0');
    const resources = await kubectl('api-resources');
    expect(resources).toMatch(/deployments +deploy +apps\/v1 +true +Deployment/);
    expect(await kubectl('get', '--raw', '/readyz')).toBe('ok');
  });

  it('applies, applies unchanged and applies a change', async () => {
    expect(await apply(2, '1')).toContain('deployment.apps/web created');
    expect(await apply(2, '1')).toContain('deployment.apps/web unchanged');
    const changed = await apply(3, '2');
    expect(changed).toContain('deployment.apps/web configured');
    expect(changed).toContain('service/web unchanged');
    expect(
      await kubectl(
        'get',
        'deploy',
        'web',
        '-o',
        'jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}',
      ),
    ).toBe('3 registry.test/web:2');
  });

  it('gets tables, wide tables, YAML, names, by label and everywhere', async () => {
    expect(await kubectl('get', 'deploy')).toMatch(/NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/3 +0 +0 +\d+s/);
    expect(await kubectl('get', 'deploy', '-o', 'wide')).toMatch(
      /CONTAINERS +IMAGES +SELECTOR\n.*registry\.test\/web:2 +app=web/,
    );
    expect(await kubectl('get', 'svc', 'web')).toMatch(/web +NodePort +10\.96\.\d+\.\d+ +<none> +80:3\d{4}\/TCP/);
    expect(await kubectl('get', 'cm', 'settings', '-o', 'yaml')).toContain('kind: ConfigMap');
    expect(await kubectl('get', 'deploy', '-l', 'app=web', '-o', 'name')).toBe('deployment.apps/web\n');
    expect(await kubectl('get', 'deploy', '-l', 'app=other', '-o', 'name')).toBe('');
    expect(await kubectl('get', 'ns', '-A')).toContain('kube-node-lease   Active');
    expect(await kubectl('get', 'all', '-A')).toContain('statefulset.apps/db');
    expect(await kubectl('get', 'ns', '--chunk-size=1', '-o', 'name')).toContain('namespace/kube-system');
  });

  it('watches', async () => {
    const watching = session.spawn(['get', 'cm', '-w', '-o', 'name']);
    if (watching.stdout === null) throw new Error('kubectl has no output');
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('configmap/settings');
    await api.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'watched' } });
    expect((await lines.next()).value).toBe('configmap/watched');
    watching.kill();
    await once(watching, 'exit');
  });

  it('describes', async () => {
    await api.create('/api/v1/namespaces/default/pods', pod('pod'));
    await api.create('/api/v1/nodes', {
      metadata: { name: 'node-1' },
      status: { capacity: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(await kubectl('describe', 'deploy', 'web')).toContain('StrategyType:           RollingUpdate');
    expect(await kubectl('describe', 'sts', 'db')).toContain('Update Strategy:    RollingUpdate');
    expect(await kubectl('describe', 'po', 'pod')).toMatch(/Status: +Pending/);
    expect(await kubectl('describe', 'svc', 'web')).toMatch(/Type: +NodePort/);
    expect(await kubectl('describe', 'node', 'node-1')).toContain('Non-terminated Pods:');
    expect(await kubectl('describe', 'ns', 'default')).toMatch(/Status: +Active/);
  });

  it('patches, labels, annotates and scales', async () => {
    await kubectl('label', 'deploy', 'web', 'tier=front');
    await kubectl('annotate', 'deploy', 'web', 'note=yes');
    await kubectl('scale', 'deploy', 'web', '--replicas=5');
    await kubectl('set', 'image', 'deploy/web', 'web=registry.test/web:3');
    expect(await api.get('/apis/apps/v1/namespaces/default/deployments/web')).toMatchObject({
      metadata: { labels: { tier: 'front' }, annotations: { note: 'yes' } },
      spec: { replicas: 5, template: { spec: { containers: [{ image: 'registry.test/web:3' }] } } },
    });
  });

  it('deletes and waits until the objects are gone', async () => {
    expect(await kubectl('delete', 'deploy', 'web')).toContain('deployment.apps "web" deleted');
    expect(await kubectl('delete', 'cm', '--all')).toContain('configmap "settings" deleted');
    await api.create('/api/v1/namespaces', { metadata: { name: 'short-lived' } });
    await api.create('/api/v1/namespaces/short-lived/configmaps', { metadata: { name: 'inside' } });
    expect(await kubectl('delete', 'ns', 'short-lived')).toContain('namespace "short-lived" deleted');
    expect(await kubectl('get', 'ns', '-o', 'name')).not.toContain('short-lived');
  });

  it('shows what Kubernetes would say to a mistake', async () => {
    await expect(kubectl('get', 'deploy', 'missing')).rejects.toThrow('deployments.apps "missing" not found');
    await expect(kubectl('get', 'unicorns')).rejects.toThrow(`the server doesn't have a resource type "unicorns"`);
    await expect(kubectl('delete', 'ns', 'default')).rejects.toThrow('this namespace may not be deleted');
  });
});

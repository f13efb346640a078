import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { MACHINE_DEFAULTS } from '../kubelet-configuration/index.ts';
import { hostShell, type RealNode, startRealNode } from '../test-support/real-node.ts';

const missing = await missingNamespaces();

const manifest = (name: string, container: Container): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } },
  spec: { terminationGracePeriodSeconds: 1, containers: [container] },
});

async function startStaticNode() {
  const node = await startRealNode({ configuration: { ...MACHINE_DEFAULTS, evictionHard: {} } });
  const directory = join(node.directory, 'manifests');
  await mkdir(directory, { recursive: true });
  return { ...node, directory, write: (file: string, text: string) => writeFile(join(directory, file), text) };
}

const pods = ({ client }: Pick<RealNode, 'client'>) => client.resource(core.v1.pods, 'default');
const isRunning = (pod: Pod | undefined): boolean =>
  pod?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

const running = (node: Pick<RealNode, 'client'>, name: string, until: (pod: Pod) => boolean = () => true) =>
  eventually(() => pods(node).find(name), { until: (pod) => pod !== undefined && isRunning(pod) && until(pod) });

describe.skipIf(missing !== undefined)(`static pods${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('a manifest is a pod, shown by a mirror that comes back when it is deleted; the container goes on', async () => {
    const node = await startStaticNode();
    await node.write('web.yaml', stringify(manifest('web', hostShell('sleep 600'))));
    const mirror = await running(node, 'web-machine');
    const { annotations = {}, ownerReferences, labels } = mirror?.metadata ?? {};
    expect(labels).toEqual({ app: 'web' });
    expect(ownerReferences).toMatchObject([{ kind: 'Node', name: 'machine', controller: true }]);
    expect(annotations['kubernetes.io/config.source']).toBe('file');
    expect(annotations['kubernetes.io/config.mirror']).toBe(annotations['kubernetes.io/config.hash']);
    const [container] = mirror?.status?.containerStatuses ?? [];

    await pods(node).delete('web-machine');
    const again = await running(node, 'web-machine', ({ metadata }) => metadata.uid !== mirror?.metadata.uid);
    expect(again?.status?.containerStatuses?.[0]?.containerID).toBe(container?.containerID);

    await node.restart();
    expect((await running(node, 'web-machine'))?.status?.containerStatuses?.[0]?.containerID).toBe(
      container?.containerID,
    );
  });

  test('another content of the file ends the pod and then begins the new one; without the file nothing is left', async () => {
    const node = await startStaticNode();
    const script = (word: string) => hostShell(`trap 'exit 0' TERM; echo ${word}; while :; do sleep 0.05; done`);
    await node.write('web.json', JSON.stringify(manifest('web', script('one'))));
    const before = await running(node, 'web-machine');
    await node.write('web.json', JSON.stringify(manifest('web', script('two'))));
    const after = await running(
      node,
      'web-machine',
      ({ metadata }) => metadata.annotations?.['kubernetes.io/config.hash'] !== hashOf(before),
    );
    expect(after?.spec?.containers[0]?.command?.[2]).toContain('echo two');
    expect(await node.runtime.listSandboxes()).toMatchObject([{ pod: { uid: hashOf(after) } }]);

    await rm(join(node.directory, 'web.json'));
    await eventually(async () => (await pods(node).find('web-machine')) === undefined);
    expect(await node.runtime.listSandboxes()).toEqual([]);
  });

  test('a file that is no pod, or one that the API server refuses, is an event of the node; others run', async () => {
    const node = await startStaticNode();
    await node.write('a-text.yaml', 'kind: Nothing\n');
    await node.write('b-broken.yaml', '{ not: [yaml');
    await node.write('c-secret.yaml', stringify(manifest('secret', hostShell('true', secretVariable))));
    await node.write('d-image.yaml', stringify(manifest('no-image', { name: 'main' })));
    await node.write('.hidden.yaml', 'kind: Nothing\n');
    await node.write('e-good.yaml', stringify(manifest('good', hostShell('sleep 600'))));
    await running(node, 'good-machine');
    const events = await eventually(
      async () => (await node.client.resource(core.v1.events).list()).items.filter(isAboutManifest),
      { until: (items) => items.length === 4 },
    );
    const messages = events.map(({ message = '' }) => message).sort();
    expect(messages).toEqual([
      expect.stringContaining('a-text.yaml: not a Pod'),
      expect.stringContaining('b-broken.yaml: not YAML'),
      expect.stringContaining('c-secret.yaml:'),
      expect.stringContaining('spec.containers[0].image'),
    ]);
    expect((await pods(node).list()).items.map(({ metadata }) => metadata.name)).toEqual(['good-machine']);
  });

  test('a mirror whose manifest was removed while no agent ran is deleted with its containers', async () => {
    const node = await startStaticNode();
    await node.write('web.yaml', stringify(manifest('web', hostShell('sleep 600'))));
    await running(node, 'web-machine');
    await node.restart(() => rm(join(node.directory, 'web.yaml')));
    await eventually(async () => (await pods(node).find('web-machine')) === undefined);
    await eventually(async () => (await node.runtime.listSandboxes()).length === 0);
  });
});

const secretVariable: Partial<Container> = {
  env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'some', key: 'a' } } }],
};

function hashOf(pod: Pod | undefined): string | undefined {
  return pod?.metadata.annotations?.['kubernetes.io/config.hash'];
}

function isAboutManifest({ reason }: { readonly reason?: string }): boolean {
  return reason === 'InvalidStaticPod';
}

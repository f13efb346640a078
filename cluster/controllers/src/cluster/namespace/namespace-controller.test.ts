import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';

describeCluster('namespaces', (start) => {
  test('a namespace that cannot be deleted shows what it waits for, and is deleted once that is gone', async () => {
    const cluster = await start();
    try {
      const namespaces = cluster.client.resource(core.v1.namespaces);
      await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'held' } });
      const maps = cluster.client.resource(core.v1.configmaps, 'held');
      const metadata = { name: 'kept', finalizers: ['example.com/look'] };
      await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
      await namespaces.delete('held');
      const { status } = await eventually(() => namespaces.get('held'), {
        until: (held) =>
          held.status?.conditions?.find(({ type }) => type === 'NamespaceContentRemaining')?.message ===
          'Some resources are remaining: configmaps. has 1 resource instances',
      });
      expect(status?.phase).toBe('Terminating');
      expect(status?.conditions?.find(({ type }) => type === 'NamespaceFinalizersRemaining')?.message).toBe(
        'Some content in the namespace has finalizers remaining: example.com/look in 1 resource instances',
      );
      await maps.patch('kept', { type: 'merge', body: { metadata: { finalizers: null } } });
      await eventually(async () => (await namespaces.find('held')) === undefined);
    } finally {
      await cluster.close();
    }
  });

  test('nothing else goes before the last pod of the namespace is gone', async () => {
    const cluster = await start();
    try {
      const namespaces = cluster.client.resource(core.v1.namespaces);
      await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ordered' } });
      const pods = cluster.client.resource(core.v1.pods, 'ordered');
      const maps = cluster.client.resource(core.v1.configmaps, 'ordered');
      await pods.create({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'held', finalizers: ['example.com/look'] } },
        spec: { containers: [{ name: 'main', image: 'shop:1' }] },
      });
      await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'used' } });
      await namespaces.delete('ordered');
      await eventually(() => namespaces.get('ordered'), {
        until: ({ status }) => status?.conditions?.some(({ type }) => type === 'NamespaceContentRemaining') === true,
      });
      expect(await maps.find('used')).toBeDefined();
      expect((await pods.get('held')).metadata.deletionTimestamp).toBeDefined();
      await pods.patch('held', { type: 'merge', body: { metadata: { finalizers: null } } });
      await eventually(async () => (await namespaces.find('ordered')) === undefined);
    } finally {
      await cluster.close();
    }
  });
});

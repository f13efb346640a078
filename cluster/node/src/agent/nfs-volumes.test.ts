import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, Volume } from '@kubemin/kubeapi/types/core.v1';
import { containerSuite, eventually, missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addHostImage, HOST_IMAGE, type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';

const run = promisify(execFile);
const missing = (await missingNamespaces()) ?? (process.getuid?.() === 0 ? undefined : 'only root may mount NFS');
const NFSD = '/usr/sbin/rpc.nfsd';
const hasNfs =
  existsSync(NFSD) &&
  (await run('modprobe', ['nfsd']).then(
    () => true,
    () => false,
  ));

function podWith(name: string, volume: Omit<Volume, 'name'>, script: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 0,
      volumes: [{ name: 'share', ...volume }],
      containers: [
        {
          ...{ name: 'main', image: HOST_IMAGE, command: ['sh', '-c', script] },
          volumeMounts: [{ name: 'share', mountPath: '/share' }],
        },
      ],
    },
  };
}

describe.skipIf(missing !== undefined)(containerSuite('NFS volumes of a node', missing), () => {
  let node: PrivateNode;
  beforeAll(async () => {
    node = await startPrivateNode({ addImages: (store) => addHostImage(store) });
  });
  afterAll(() => node.close());

  const pods = () => node.client.resource(core.v1.pods, 'default');

  test.skipIf(hasNfs)('without NFS in the kernel the pod waits, and its event states why', async () => {
    await pods().create(podWith('refused', { nfs: { server: '127.0.0.1', path: '/' } }, 'true'));
    const events = node.client.resource(core.v1.events, 'default');
    const event = await eventually(
      async () => (await events.list()).items.find(({ reason }) => reason === 'FailedMount'),
      { until: (found) => found !== undefined },
    );
    expect(event?.message).toContain('the kernel of this machine has no NFS (module nfsv4)');
    await pods().delete('refused', { gracePeriodSeconds: 0 });
  });

  // `npm run vm -- -- npm run test:unit -- cluster/node/src/agent/nfs-volumes`
  describe.skipIf(!hasNfs)(hasNfs ? 'with a server' : 'with a server (skipped: no NFS server in this kernel)', () => {
    let served: string;
    beforeAll(async () => {
      const { path } = await temporaryDirectory();
      served = join(path, 'served');
      await mkdir(served);
      // For the server the users of a node have no rights of their own: it maps them to one user without an account.
      await chmod(served, 0o777);
      await mkdir('/proc/fs/nfsd', { recursive: true }).catch(() => undefined);
      await run('mount', ['-t', 'nfsd', 'nfsd', '/proc/fs/nfsd']).catch(() => undefined);
      await run('/usr/sbin/rpc.mountd', ['--no-nfs-version', '3']);
      await run('/usr/sbin/exportfs', ['-i', '-o', 'rw,fsid=0,no_subtree_check,insecure', `127.0.0.1:${served}`]);
      await run(NFSD, ['--no-nfs-version', '3', '1']);
    });
    afterAll(async () => {
      await run(NFSD, ['0']);
      await run('/usr/sbin/exportfs', ['-u', `127.0.0.1:${served}`]);
    });

    test('what a pod writes is on the server, other pods read it, and it stays when pods are gone', async () => {
      const nfs = { server: '127.0.0.1', path: '/' };
      await pods().create(podWith('writer', { nfs }, 'echo shared >/share/file'));
      await eventually(async () => (await pods().get('writer')).status?.phase === 'Succeeded');
      expect(await readFile(join(served, 'file'), 'utf8')).toBe('shared\n');
      await writeFile(join(served, 'other'), 'from the server');
      await node.client.resource(core.v1.persistentvolumes).create({
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'share' },
        spec: {
          ...{ capacity: { storage: '1Gi' }, accessModes: ['ReadOnlyMany'], storageClassName: '' },
          mountOptions: ['vers=4.1'],
          nfs: { ...nfs, readOnly: true },
        },
      });
      await node.client.resource(core.v1.persistentvolumeclaims, 'default').create({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'share' },
        spec: {
          ...{ accessModes: ['ReadOnlyMany'], storageClassName: '', volumeName: 'share' },
          resources: { requests: { storage: '1Gi' } },
        },
      });
      const check = '[ "$(cat /share/other)" = "from the server" ] && ! touch /share/mine';
      await pods().create(podWith('reader', { persistentVolumeClaim: { claimName: 'share' } }, check));
      await eventually(async () => (await pods().get('reader')).status?.phase === 'Succeeded');
      for (const name of ['writer', 'reader']) await pods().delete(name, { gracePeriodSeconds: 0 });
      await eventually(async () => (await pods().list()).items.length === 0);
      await eventually(() => !existsSync(join(node.directory, 'nfs', 'share')));
      expect(await readFile(join(served, 'file'), 'utf8')).toBe('shared\n');
    });

    test('a directory that the server does not have: the event names server and path', async () => {
      await pods().create(podWith('lost', { nfs: { server: '127.0.0.2', path: '/none' } }, 'true'));
      const events = node.client.resource(core.v1.events, 'default');
      const event = await eventually(
        async () =>
          (await events.list()).items.find(
            ({ reason, involvedObject }) => reason === 'FailedMount' && involvedObject.name === 'lost',
          ),
        { until: (found) => found !== undefined },
      );
      expect(event?.message).toContain('mount 127.0.0.2:/none: ');
      await pods().delete('lost', { gracePeriodSeconds: 0 });
    });
  });
});

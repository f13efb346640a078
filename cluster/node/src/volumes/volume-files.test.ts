import type { PersistentVolume } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { atLocalPath, localVolumePath } from './volume-files.ts';

const volumeAt = (path: string, provisioner = 'kubemin.io/local-path'): PersistentVolume => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pvc-1', annotations: { 'pv.kubernetes.io/provisioned-by': provisioner } },
  spec: { hostPath: { path, type: 'DirectoryOrCreate' } },
});

test('a volume that was restored from another data directory has its files in this one', () => {
  const volume = volumeAt('/old/volumes/pvc-1_shop_data');
  expect(localVolumePath(volume, '/new/volumes')).toBe('/new/volumes/pvc-1_shop_data');
  expect(atLocalPath(volume, '/new/volumes').spec?.hostPath).toEqual({
    path: '/new/volumes/pvc-1_shop_data',
    type: 'DirectoryOrCreate',
  });
});

test('volumes that were not made here, and paths without a name, stay as they are', () => {
  const foreign = volumeAt('/srv/data', 'example.com/nfs');
  expect(atLocalPath(foreign, '/new/volumes')).toBe(foreign);
  for (const path of ['/', '/old/volumes/..', '.']) expect(localVolumePath(volumeAt(path), '/new')).toBeUndefined();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { storageConformance } from './storage-conformance.ts';
import { StorageDrivers } from './storage-drivers.ts';

const directories: string[] = [];

afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

describe.each(StorageDrivers.builtin().names())('KC-SRV-2: the %s driver', (driver) => {
  it.each(storageConformance)('$name', async ({ check }) => {
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-storage-'));
    directories.push(directory);
    const storage = await StorageDrivers.builtin().open(driver, { directory });
    try {
      await check(storage);
    } finally {
      await storage.close();
    }
  });
});

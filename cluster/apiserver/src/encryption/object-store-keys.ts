import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FILE_NAME } from '../storage/file-storage.ts';
import { HEAD_BYTES } from '../storage/value-codec.ts';

/** A key that values of an object store are encrypted with. */
export interface ObjectStoreKey {
  /** `kubemin` for those of the key file, else a provider of an EncryptionConfiguration. */
  readonly provider: string;
  readonly name: string;
  readonly values: number;
}

/** The keys in use in the file store of a directory, also while a server works on it; empty where there is none. */
export function objectStoreKeys(directory: string): readonly ObjectStoreKey[] {
  const path = join(directory, FILE_NAME);
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
  try {
    const rows = database.prepare(
      `SELECT CAST(substr(value, 1, ${HEAD_BYTES}) AS TEXT) AS head FROM log WHERE substr(value, 1, 8) = ?`,
    );
    const counts = new Map<string, number>();
    for (const { head } of rows.iterate(Buffer.from('k8s:enc:'))) {
      const [, provider = '', key = ''] = /^k8s:enc:([^:]*):[^:]*:([^:]*):/.exec(String(head)) ?? [];
      const name = `${provider}:${key}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts].map(([mark, values]) => {
      const [provider = '', ...name] = mark.split(':');
      return { provider, name: name.join(':'), values };
    });
  } finally {
    database.close();
  }
}

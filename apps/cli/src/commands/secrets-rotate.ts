import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '@kubemin/base';
import { sealMark } from '@kubemin/base/vault';
import { ENGINE_SEALED_COLUMNS } from '@kubemin/engine';
import { SERVER_SEALED_COLUMNS } from '@kubemin/server';
import { KeyCheck, openDatabase, reseal, type SealedColumn, type SqlDatabase } from '@kubemin/sql';
import { type DataDirectory, dataDirectory, isHeld, selectDataDirectory } from '../connection/index.ts';
import { secretMessages } from '../messages/index.ts';
import {
  addSecretKey,
  openVault,
  platformDatabase,
  requireUndamaged,
  resealObjects,
  type SecretKeyFile,
  secretKeyFile,
} from '../platform/index.ts';
import { loadSettings, type SettingFlags } from '../settings/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

export interface RotateOptions {
  readonly flags: SettingFlags;
  /** Whether a key is made, or the first of the file seals as it is. */
  readonly newKey: boolean;
}

/** Instances look for new keys every second, and what they sealed before may be on its way to the database. */
const NOTICED_MS = 3_000;

/** Makes a new key and seals everything in the database with it. Instances may run meanwhile; broken off, it is run again. */
export async function rotateSecrets(context: CommandContext, options: RotateOptions): Promise<ExitCode> {
  const { terminal, clock, random, interrupted: signal, cwd, translate } = context;
  const values = await loadSettings(context, { command: 'server', flags: options.flags });
  const directory = selectDataDirectory(context);
  const file = secretKeyFile(values, directory, context);
  const beside = apiserverKeys(directory);
  if (options.newKey) {
    for (const { key } of [{ key: file }, ...beside]) {
      terminal.out(`${translate(secretMessages.madeKey({ id: await addSecretKey(key, random), path: key.path }))}\n`);
    }
    await clock.sleep(NOTICED_MS, signal);
  }
  const vault = await openVault({ ...file, kind: 'supplied' }, { clock, random, logger: silentLogger });
  const place = platformDatabase(values, directory, cwd);
  // A running instance looks after the file; without one it is looked at here, before anything is changed.
  if (place.kind === 'exclusive' && !isHeld(place.lock)) requireUndamaged(directory, place.file);
  await using database = await openDatabase(place.url, { clock, random, file: { joins: true } });
  const check = await KeyCheck.pass(database, vault, clock);
  let sealed = 0;
  for (const column of await existing(database, [...ENGINE_SEALED_COLUMNS, ...SERVER_SEALED_COLUMNS])) {
    sealed += await reseal(column, { database, vault, mark: sealMark(vault.currentId), signal });
  }
  const stores = [{ key: file, objects: directory.clusterStorage }, ...beside];
  const encrypted: string[] = [];
  for (const { key, objects } of stores) {
    const keys = await openVault({ ...key, kind: 'supplied' }, { clock, random, logger: silentLogger });
    const count = await resealObjects({ directory: objects, vault: keys, keyFile: key.path, clock, signal });
    if (count > 0) encrypted.push(translate(secretMessages.encrypted({ count, id: keys.currentId })));
  }
  const retired = await check.retire();
  terminal.out(`${translate(secretMessages.sealed({ count: sealed, id: vault.currentId }))}\n`);
  for (const line of encrypted) terminal.out(`${line}\n`);
  if (retired.length > 0) {
    terminal.out(`${translate(secretMessages.retired({ ids: retired.join(', ') }))}\n`);
  }
  return ExitCode.ok;
}

interface ObjectStoreKeys {
  readonly key: SecretKeyFile;
  /** Directory of the store. */
  readonly objects: string;
}

/** `kubemin apiserver` keeps its objects and their keys in a folder of the data directory. */
function apiserverKeys(directory: DataDirectory): readonly ObjectStoreKeys[] {
  const { path, secretKeys } = dataDirectory(join(directory.path, 'apiserver'));
  return existsSync(secretKeys) ? [{ key: { path: secretKeys, kind: 'own' }, objects: join(path, 'objects') }] : [];
}

/** A database that no instance has worked on yet has no tables to seal. */
async function existing(database: SqlDatabase, columns: readonly SealedColumn[]): Promise<readonly SealedColumn[]> {
  const tables = await database.query.introspection.getTables();
  const names = new Set(tables.map(({ name }) => name));
  return columns.filter(({ table }) => names.has(table));
}

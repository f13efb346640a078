import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  fileStorage,
  objectStoreKeys,
  readEncryptionConfiguration,
  type Storage,
  StorageOpenError,
  secretsCodec,
  type ValueCodec,
} from '@kubemin/apiserver';
import { type Clock, Disposables, type Logger, type Random, runPeriodically } from '@kubemin/base';
import type { ReloadingVault } from '@kubemin/base/vault';
import { secretMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../terminal/index.ts';

/** How often the process that has a store looks whether another key of the key file writes now. */
const LOOK_MS = 1_000;
/** How long that process may take to store everything again. */
const REWRITE_MS = 60_000;

export interface ObjectEncryptionOptions {
  /** The file given with --encryption-provider-config. */
  readonly configuration: string | undefined;
  readonly cwd: string;
  /** The product's own keys, which count where no configuration is given. */
  readonly vault: ReloadingVault;
  readonly keyFile: string;
  readonly random: Random;
}

/** How the objects of an embedded cluster are encrypted on the disk. */
export interface ObjectEncryption {
  readonly codec: ValueCodec;
  /** Stores everything again whenever the first key of the key file changes, until it is called off. */
  follow(storage: Storage, parts: { readonly clock: Clock; readonly logger: Logger }): () => Promise<void>;
}

export async function objectEncryption(options: ObjectEncryptionOptions): Promise<ObjectEncryption> {
  const { configuration, vault, keyFile, random } = options;
  if (configuration !== undefined) {
    const path = resolve(options.cwd, configuration);
    const codec = readEncryptionConfiguration({ text: await readConfiguration(path), where: path, random, vault });
    // Its keys change with a restart, as with Kubernetes.
    return { codec, follow: () => async () => undefined };
  }
  return {
    codec: secretsCodec(vault, keyFile),
    follow: (storage, { clock, logger }) => {
      const stop = new AbortController();
      let written = vault.byteMark;
      const running = runPeriodically(
        {
          clock,
          logger,
          everyMs: LOOK_MS,
          failure: 'objects could not be encrypted with the new key; trying again',
          work: async () => {
            const { byteMark } = vault;
            if (byteMark === written) return;
            const values = await storage.rewriteValues?.();
            written = byteMark;
            logger.info('objects encrypted with the new key', { values });
          },
        },
        stop.signal,
      );
      return async () => {
        stop.abort();
        await running;
      };
    },
  };
}

async function readConfiguration(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(secretMessages.configurationUnreadable({ path, why: failureReason(cause) }), {
      code: 'ENCRYPTION_CONFIGURATION_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: secretMessages.nameConfiguration,
      cause,
    });
  }
}

export interface ResealObjectsOptions {
  /** Of the file store. */
  readonly directory: string;
  readonly vault: ReloadingVault;
  readonly keyFile: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Encrypts everything in a file store with the first key of the key file; resolves with the number of values that are.
 * Where a process has the store, that process does it, and is waited for.
 */
export async function resealObjects(options: ResealObjectsOptions): Promise<number> {
  const { directory, vault, keyFile, clock, signal } = options;
  const values = (isCounted: (name: string) => boolean): number =>
    objectStoreKeys(directory)
      .filter(({ provider, name }) => provider === 'kubemin' && isCounted(name))
      .reduce((sum, each) => sum + each.values, 0);
  const stale = (): number => values((name) => name !== vault.currentId);
  const current = (): number => values((name) => name === vault.currentId);
  if (stale() === 0) return current();
  const open = new Disposables();
  try {
    const storage = await fileStorage({ directory, codec: secretsCodec(vault, keyFile) });
    open.add(() => storage.close());
    return current();
  } catch (error) {
    if (!(error instanceof StorageOpenError)) throw error;
    const deadline = clock.monotonic() + REWRITE_MS;
    while (stale() > 0) {
      signal.throwIfAborted();
      if (clock.monotonic() > deadline) throw error;
      await clock.sleep(LOOK_MS / 4, signal);
    }
    return current();
  } finally {
    await open.dispose();
  }
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock, Logger, Random } from '@kubemin/base';
import { KeyRing, newSecretKey, ReloadingVault, readSecretKeys, secretKeysText } from '@kubemin/base/vault';
import type { DataDirectory } from '../connection/index.ts';
import { secretMessages } from '../messages/index.ts';
import { type SettingValues, serverSettings } from '../settings/index.ts';
import {
  CliError,
  type CommandContext,
  createFileOnce,
  ExitCode,
  failureReason,
  replaceFile,
} from '../terminal/index.ts';

/** The keys of a platform: its own, in its data directory, or supplied by the operator. */
export interface SecretKeyFile {
  readonly path: string;
  readonly kind: 'own' | 'supplied';
}

/** The key file of the settings. */
export function secretKeyFile(
  values: SettingValues,
  directory: DataDirectory,
  { cwd }: Pick<CommandContext, 'cwd'>,
): SecretKeyFile {
  const supplied = values.get(serverSettings.secretKeyFile);
  return supplied === undefined
    ? { path: directory.secretKeys, kind: 'own' }
    : { path: resolve(cwd, supplied), kind: 'supplied' };
}

/** Opens the vault these keys make; keys of our own are made at the first start. Rotated keys are noticed while it is in use. */
export async function openVault(
  file: SecretKeyFile,
  { random, clock, logger }: { readonly random: Random; readonly clock: Clock; readonly logger: Logger },
): Promise<ReloadingVault> {
  if (file.kind === 'own') await createFileOnce(file.path, secretKeysText([newSecretKey(random)]), random);
  let last: { readonly text: string; readonly ring: KeyRing } | undefined;
  const load = (): KeyRing => {
    try {
      const text = readKeys(file.path);
      if (last?.text !== text) last = { text, ring: createKeyRing(file, text, random) };
    } catch (error) {
      // A vault that is in use goes on with the keys it has.
      if (last === undefined) throw error;
      logger.error('The file of secret keys cannot be read; the keys read before stay in use.', { error });
    }
    return last.ring;
  };
  return new ReloadingVault(load, clock);
}

/** Puts a new key before those in the file, so that it encrypts from now on; returns its id. */
export async function addSecretKey(file: SecretKeyFile, random: Random): Promise<string> {
  const keys = readSecretKeys(readKeys(file.path), file.path);
  const key = newSecretKey(random);
  try {
    // Supplied key files keep their permissions.
    await replaceFile(file.path, secretKeysText([key, ...keys]), file.kind === 'own' ? 0o600 : undefined);
  } catch (cause) {
    throw new CliError(secretMessages.unwritable({ path: file.path, why: failureReason(cause) }), {
      code: 'SECRET_KEYS_UNWRITABLE',
      exitCode: ExitCode.failed,
      hint: secretMessages.putNewLine,
      cause,
    });
  }
  return key.id;
}

function createKeyRing({ path }: SecretKeyFile, text: string, random: Random): KeyRing {
  return new KeyRing(readSecretKeys(text, path), { random, where: path });
}

function readKeys(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CliError(secretMessages.unreadable({ path, why: failureReason(cause) }), {
      code: 'SECRET_KEYS_MISSING',
      exitCode: ExitCode.failed,
      hint: secretMessages.nameFile,
      cause,
    });
  }
}

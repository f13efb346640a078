import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerminalError } from '@kubemin/base';
import { makeDirectory } from '@kubemin/base/machine';
import { startMessages } from '../messages/index.ts';

/** A certificate and its private key, both PEM. */
export interface KeyedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Reads `NAME.crt` and `NAME.key`; undefined unless both are there. */
export async function readCertificate(directory: string, name: string): Promise<KeyedCertificate | undefined> {
  const [cert, key] = await Promise.all([
    readText(join(directory, `${name}.crt`)),
    readText(join(directory, `${name}.key`)),
  ]);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** Writes `NAME.crt` and `NAME.key`, readable by the owner only. The key goes first: a certificate never lacks its key. */
export async function writeCertificate(directory: string, name: string, files: KeyedCertificate): Promise<void> {
  try {
    await makeDirectory(directory, 0o700);
    await writePrivate(join(directory, `${name}.key`), files.key);
    await writePrivate(join(directory, `${name}.crt`), files.cert);
  } catch (error) {
    throw new TerminalError(startMessages.certificatesNotWritable({ directory }), {
      code: 'CERTIFICATES_NOT_WRITABLE',
      cause: error,
    });
  }
}

/** Written under another name and renamed, so that no reader ever sees half a file. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new TerminalError(startMessages.certificatesNotReadable({ path }), {
      code: 'CERTIFICATES_NOT_READABLE',
      cause: error,
    });
  }
}

import { isAbsolute, join } from 'node:path';
import { errorMessage } from '@kubemin/base/message';
import { accessMessages } from '../messages/index.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';

/** The text of the file that a field names, relative to the kubeconfig it stands in. */
export function readReferencedFile(section: KubeconfigSection, field: string, readFile: ReadFile): string {
  const path = resolvePath(section, section.getRequiredString(field));
  try {
    return readFile(path);
  } catch (cause) {
    const what = accessMessages.namedFileUnreadable({ path, reason: errorMessage(cause) });
    throw section.problem(what, field, { code: 'KUBECONFIG_FILE_UNREADABLE', cause });
  }
}

/** `<field>-data` (base64) wins over `<field>` (a file name), as with kubectl. */
export function readPem(section: KubeconfigSection, field: string, readFile: ReadFile): string | undefined {
  const data = section.getString(`${field}-data`);
  if (data === undefined) return section.has(field) ? readReferencedFile(section, field, readFile) : undefined;
  const text = Buffer.from(data, 'base64').toString('utf8');
  if (text.includes('-----BEGIN ')) return text;
  throw section.problem(accessMessages.notPem, `${field}-data`);
}

/** Where a name leads that is written in a kubeconfig. */
export function resolvePath({ origin }: KubeconfigSection, name: string): string {
  return isAbsolute(name) ? name : join(origin.baseDir, name);
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Why containers cannot run on this machine; undefined when they can. */
export async function missingNamespaces(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'not Linux';
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork'];
  try {
    await promisify(execFile)('unshare', [...namespaces, 'true']);
    return undefined;
  } catch {
    const limit = await readFile('/proc/sys/user/max_user_namespaces', 'utf8').catch(() => 'unknown');
    return `user namespaces are not allowed here (max_user_namespaces: ${limit.trim()})`;
  }
}

/** What a suite that needs containers is called; see missingNamespaces. */
export function containerSuite(name: string, missing: string | undefined): string {
  return missing === undefined ? name : `${name} (skipped: ${missing})`;
}

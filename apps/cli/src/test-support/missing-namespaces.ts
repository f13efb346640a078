import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Why containers cannot run on this machine; undefined when they can. */
export async function missingNamespaces(): Promise<string | undefined> {
  try {
    const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork'];
    await promisify(execFile)('unshare', [...namespaces, 'true']);
    return undefined;
  } catch {
    return 'user namespaces are not allowed here';
  }
}

/** What a suite that needs containers is called; see missingNamespaces. */
export function containerSuite(name: string, missing: string | undefined): string {
  return missing === undefined ? name : `${name} (skipped: ${missing})`;
}

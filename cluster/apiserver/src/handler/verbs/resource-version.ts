import { badRequest, tooLargeResourceVersion } from '@kubemin/kubeapi';
import type { ServerParts } from '../../registry/index.ts';

/** How long a read waits for a version this server has not seen yet. */
const TIMEOUT_MS = 3000;

/** A version from a query; undefined when none was given. */
export function parseResourceVersion(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw badRequest(`Invalid value: ${JSON.stringify(text)}: resourceVersion must be a number`);
  return Number(text);
}

/** Makes the cache fit for a read: as new as the storage when no version is given, else not older than that version. */
export async function awaitFreshness(server: ServerParts, version: number | undefined): Promise<void> {
  const { cache, clock } = server;
  if (version === undefined) return cache.refresh();
  if (version <= cache.revision) return;
  const deadline = new AbortController();
  const seen = cache.waitFor(version, deadline.signal).then(() => true);
  const late = clock.sleep(TIMEOUT_MS, deadline.signal).then(() => false);
  try {
    if (!(await Promise.race([seen, late]))) throw tooLargeResourceVersion(String(version), String(cache.revision));
  } finally {
    deadline.abort();
    seen.catch(() => undefined);
  }
}

import type { PlatformClient } from '@kubemin/client';

/**
 * The address of a page with a code that logs in once, within minutes. The code stands in the fragment, which browsers
 * send to nobody: no proxy and no log sees it.
 */
export async function oneTimeLoginUrl(client: PlatformClient, page: string): Promise<string> {
  const { code } = await client.createLoginCode();
  return `${page}#login=${code}`;
}

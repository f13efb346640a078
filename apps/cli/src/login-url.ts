import type { PlatformClient } from '@kubemin/client';

/**
 * The platform's address with a code that logs in once, within minutes. The code stands in the fragment, which browsers
 * send to nobody: no proxy and no log sees it.
 */
export async function oneTimeLoginUrl(client: PlatformClient, url: string): Promise<string> {
  const { code } = await client.createLoginCode();
  return `${url}/#login=${code}`;
}

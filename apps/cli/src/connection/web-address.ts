import type { PlatformClient } from '@kubemin/client';

/** The pages of the web console that commands speak of. */
export type WebPage =
  | { readonly page: 'home' }
  | { readonly page: 'app' | 'canvas' | 'logs' | 'revisions'; readonly app: string }
  | { readonly page: 'run'; readonly run: string };

/** Where a page of the console is, below the address of the platform. */
export function webAddress(url: string, page: WebPage): string {
  return `${url.replace(/\/+$/, '')}${pagePath(page)}`;
}

function pagePath(page: WebPage): string {
  if (page.page === 'home') return '/';
  if (page.page === 'run') return `/runs/${encodeURIComponent(page.run)}`;
  const app = `/apps/${encodeURIComponent(page.app)}`;
  return page.page === 'app' ? app : `${app}/${page.page}`;
}

/**
 * The address of a page with a code that logs in once, within minutes. The code stands in the fragment, which browsers
 * do not send: no proxy and no log sees it.
 */
export async function oneTimeLoginUrl(client: PlatformClient, page: string): Promise<string> {
  const { code } = await client.createLoginCode();
  return `${page}#login=${code}`;
}

/** The pages of the web console that commands speak of. */
export type WebPage =
  | { readonly page: 'home' }
  | { readonly page: 'app' | 'canvas' | 'logs' | 'revisions'; readonly app: string }
  | { readonly page: 'run'; readonly run: string };

/** Where a page of the console is, below the address of the platform. */
export function webAddress(url: string, page: WebPage): string {
  return `${url.replace(/\/+$/, '')}${pathOf(page)}`;
}

function pathOf(page: WebPage): string {
  if (page.page === 'home') return '/';
  if (page.page === 'run') return `/runs/${encodeURIComponent(page.run)}`;
  const app = `/apps/${encodeURIComponent(page.app)}`;
  return page.page === 'app' ? app : `${app}/${page.page}`;
}

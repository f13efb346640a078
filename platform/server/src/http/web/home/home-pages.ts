import { extname } from 'node:path';
import { once } from '@kubemin/base';
import { stateShades } from '@kubemin/client';
import type { WebPage, WebPages } from '../web-pages.ts';
import { homeHtml, notFoundHtml } from './home-html.ts';

/** Drawn by the script for the address it is at: one for each page that commands speak of. */
const VIEWS = ['/', '/apps/:app', '/apps/:app/:page', '/runs/:run'];
const FILES = '/web/';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The pages the server brings itself: what is deployed, its state, what ran last, and what to type next. */
export function homePages(): WebPages {
  // Most servers are asked by programs only.
  const files = once(async () => {
    const { homeFiles } = await import('./home-files.embedded.ts');
    return new Map(Object.entries({ ...homeFiles, 'shades.css': shades() }));
  });
  return {
    routes: [...VIEWS, `${FILES}:file`],
    find: async (path, language) => {
      if (!path.startsWith(FILES)) return html(homeHtml(language));
      const content = (await files()).get(path.slice(FILES.length));
      const contentType = CONTENT_TYPES[extname(path)];
      return content === undefined || contentType === undefined ? undefined : { contentType, content };
    },
    missing: async (language) => html(notFoundHtml(language)),
  };
}

function html(content: string): WebPage {
  return { contentType: 'text/html; charset=utf-8', content };
}

/** The colours of states, the same everywhere. */
function shades(): string {
  return Object.entries(stateShades)
    .map(([colour, { light, dark }]) => `.${colour}{color:light-dark(${light},${dark})}\n`)
    .join('');
}

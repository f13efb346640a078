import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PageRequest, WebPage, WebPages } from './web-pages.ts';

/** The areas of the console; the script of the page shows the one of its address. */
const AREAS = ['/apps', '/runs', '/templates', '/cluster', '/settings'];
const ASSETS = '/assets/';
/** Files whose names stay the same. */
const FIXED_FILES = ['/theme.js', '/icon.svg'];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Names of files: nothing that leads to another directory. */
const FILE_NAME = /^[\w-][\w.-]*$/;

/**
 * The web console: the files that its build wrote to a directory. Every area has the same page, whose script shows what the
 * address names. The page refers to its files by a relative <base>, so that it also works behind a proxy that serves it below
 * a path of its own. Without a directory, or before the build, the page states how to build it.
 */
export function consolePages(directory: string | undefined): WebPages {
  const isArea = (path: string): boolean =>
    path === '/' || [...AREAS, '/metrics'].some((area) => path === area || path.startsWith(`${area}/`));
  return {
    routes: ['/', ...AREAS.flatMap((area) => [area, `${area}/*`]), '/metrics/*', `${ASSETS}:file`, ...FIXED_FILES],
    // Prometheus reads this path; people open it in a browser.
    shared: ['/metrics'],
    find: async (request) => {
      const { path } = request;
      if (isArea(path)) return html(await indexPage(directory, request));
      return directory === undefined ? undefined : findFile(directory, request);
    },
    missing: async (request) => html(await indexPage(directory, request)),
  };
}

function html(content: string): WebPage {
  return { contentType: 'text/html; charset=utf-8', content };
}

/** The page of the console for a path: in its language, and with the way from there to the root. */
async function indexPage(directory: string | undefined, { path, language }: PageRequest): Promise<string> {
  const text = directory === undefined ? undefined : await readOptional(join(directory, 'index.html'));
  if (text === undefined) return notBuiltPage(language);
  const depth = path.split('/').length - 2;
  const base = depth <= 0 ? './' : '../'.repeat(depth);
  return text
    .toString('utf8')
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<base href="/" />', `<base href="${base}" />`);
}

/** For developers: an installed program has its console beside it. */
function notBuiltPage(language: PageRequest['language']): string {
  const text =
    language === 'zh'
      ? '控制台尚未构建。请在检出目录中执行 npm run build，然后重新加载本页。'
      : 'The console is not built. Run npm run build in the checkout, then load this page again.';
  return `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>KubeMin</title></head><body><p>${text}</p></body></html>\n`;
}

/** A file of the build, compressed as the browser accepts it; the build has written both forms beside it. */
async function findFile(directory: string, { path, encodings }: PageRequest): Promise<WebPage | undefined> {
  const isAsset = path.startsWith(ASSETS);
  const name = path.slice(isAsset ? ASSETS.length : 1);
  const contentType = CONTENT_TYPES[extname(name)];
  if (contentType === undefined || !FILE_NAME.test(name)) return undefined;
  const file = isAsset ? join(directory, 'assets', name) : join(directory, name);
  const page = { contentType, ...(isAsset && { immutable: true }) };
  for (const [encoding, suffix] of COMPRESSED) {
    if (!acceptsEncoding(encodings, encoding)) continue;
    const content = await readOptional(`${file}${suffix}`);
    if (content !== undefined) return { ...page, content, encoding };
  }
  const content = await readOptional(file);
  return content && { ...page, content };
}

const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

async function readOptional(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

import { API_PREFIX } from '@kubemin/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestPath } from '../../metrics/index.ts';
import type { PageLanguage, PageRequest, WebPage, WebPages } from './web-pages.ts';

/**
 * No script runs but what this server sends as a file, and no other page can put this one into a frame. Styles may be inline:
 * the canvas, the code editor and the terminal of the console place their parts by them.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language, Accept-Encoding',
};

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the pages' own routes, and pages at the paths that routes of the API share with them when these are added later. A
 * GET of a page changes nothing: browsers fetch them ahead, and again.
 */
export function servePages(app: FastifyInstance, pages: WebPages): void {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isPageRequest(request)) return;
    const page = await pages.find(toPageRequest(request));
    if (page !== undefined) await send(page, reply);
  };
  app.addHook('onRoute', (route) => {
    if (pages.shared.includes(route.url)) route.onRequest = [sendPage, ...[route.onRequest ?? []].flat()];
  });
  for (const url of pages.routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const page = await pages.find(toPageRequest(request));
        return page === undefined ? sendNotFoundPage(pages, request, reply) : send(page, reply);
      },
    });
  }
}

/** Whether the request is for a page in a browser, and not for a part of the API by a program. */
export function isPageRequest(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  const api = API_PREFIX.slice(0, API_PREFIX.indexOf('/', 1) + 1);
  return (
    ['GET', 'HEAD'].includes(request.method) && accept.includes('text/html') && !requestPath(request).startsWith(api)
  );
}

/** Shows a browser that there is nothing here, and where there is something. */
export async function sendNotFoundPage(
  pages: WebPages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(await pages.missing(toPageRequest(request)), reply.code(404));
}

function send({ contentType, content, encoding, immutable = false }: WebPage, reply: FastifyReply): FastifyReply {
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply
    .headers(HEADERS)
    .header('cache-control', immutable ? IMMUTABLE : 'no-cache')
    .type(contentType)
    .send(content);
}

function toPageRequest(request: FastifyRequest): PageRequest {
  const { 'accept-language': languages, 'accept-encoding': encodings = '' } = request.headers;
  return {
    path: requestPath(request),
    language: acceptedLanguage(languages),
    encodings: Array.isArray(encodings) ? encodings.join(',') : encodings,
  };
}

/** The language an Accept-Language header wants most of those that pages are written in; English when it wants none of them. */
export function acceptedLanguage(header: string | undefined): PageLanguage {
  const wanted = (header ?? '').split(',').map(readRange);
  const best = (language: string): number =>
    Math.max(0, ...wanted.filter(({ tag }) => tag === language || tag.startsWith(`${language}-`)).map(({ q }) => q));
  return best('zh') > best('en') ? 'zh' : 'en';
}

function readRange(range: string): { readonly tag: string; readonly q: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const q = weight === undefined ? 1 : Number.parseFloat(weight);
  return { tag, q: Number.isNaN(q) ? 0 : q };
}

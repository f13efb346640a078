import { API_PREFIX } from '@kubemin/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestPath } from '../../metrics/index.ts';
import { acceptedLanguage } from './accepted-language.ts';
import type { WebPage, WebPages } from './web-pages.ts';

/** Nothing runs but what this server sends as a file, and no other page can put this one into a frame. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'Accept-Language',
};

/** Serves the pages' own routes. A GET of a page changes nothing: browsers fetch them ahead, and again. */
export function servePages(app: FastifyInstance, pages: WebPages): void {
  for (const url of pages.routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const page = await pages.find(requestPath(request), requestLanguage(request));
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
  return send(await pages.missing(requestLanguage(request)), reply.code(404));
}

function send({ contentType, content }: WebPage, reply: FastifyReply): FastifyReply {
  return reply.headers(HEADERS).type(contentType).send(content);
}

function requestLanguage(request: FastifyRequest) {
  return acceptedLanguage(request.headers['accept-language']);
}

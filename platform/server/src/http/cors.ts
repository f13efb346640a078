import type { FastifyInstance } from 'fastify';

/** Which web pages may use the API. */
export interface CorsSettings {
  /** Like `https://console.example.com`; `*` means any page. */
  readonly origins: readonly string[];
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const REQUEST_HEADERS =
  'Content-Type, Authorization, Accept, Origin, X-Requested-With, If-Match, Idempotency-Key, Last-Event-ID, X-KubeMin-Client';
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id';
const TWELVE_HOURS = '43200';

/**
 * Lets web pages of other origins use the API. Browsers do not add tokens automatically, and no response allows
 * credentials, so that a page can do no more than the token it was given permits.
 */
export function allowOrigins(app: FastifyInstance, { origins }: CorsSettings): void {
  const any = origins.includes('*');
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    // On the socket's own response: event streams are written past fastify.
    if (!any) reply.raw.setHeader('vary', 'Origin');
    if (origin === undefined || !(any || origins.includes(origin))) return;
    reply.raw.setHeader('access-control-allow-origin', any ? '*' : origin);
    reply.raw.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.raw.setHeader('access-control-allow-methods', METHODS);
    reply.raw.setHeader('access-control-allow-headers', REQUEST_HEADERS);
    reply.raw.setHeader('access-control-max-age', TWELVE_HOURS);
    return reply.code(204).send();
  });
}

import { withHeaders } from '../http-reply.ts';
import type { Middleware } from '../middleware.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
/** For a year, and only told where there is TLS to insist on. */
const INSIST_ON_TLS = { 'strict-transport-security': 'max-age=31536000' };

/** Answers are data: no page may frame them, guess their type or run anything of them. */
export function secureHeaders({ tls }: { readonly tls: boolean }): Middleware {
  const headers = tls ? { ...HEADERS, ...INSIST_ON_TLS } : HEADERS;
  return async (request, next) => withHeaders(await next(request), headers);
}

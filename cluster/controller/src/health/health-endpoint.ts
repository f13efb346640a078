import { textReply } from '../http/http-reply.ts';
import type { HttpRouter } from '../http/http-router.ts';
import type { HealthCheck } from '../manager/manager-health.ts';

/**
 * Adds `/healthz`, which answers for as long as the process does anything at all, and `/readyz`, which answers 503 with
 * the checks that fail; `?verbose` lists all.
 */
export function addHealthRoutes(router: HttpRouter, checks: () => readonly HealthCheck[]): HttpRouter {
  const alive = async () => textReply(200, 'ok');
  return router
    .add('GET', '/healthz', alive)
    .add('GET', '/livez', alive)
    .add('GET', '/readyz', async ({ query }) => {
      const all = checks();
      const failing = all.filter(({ ok }) => !ok);
      const shown = query.has('verbose') ? all : failing;
      const verdict = failing.length === 0 ? 'ok' : 'readyz check failed';
      return textReply(failing.length === 0 ? 200 : 503, [...shown.map(checkLine), verdict].join('\n'));
    });
}

function checkLine({ name, ok, message }: HealthCheck): string {
  return ok ? `[+]${name} ok` : `[-]${name} failed: ${message ?? 'no reason given'}`;
}

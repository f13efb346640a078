// Started by ApiServerProcess: a server in memory over TLS and plain HTTP, until it is killed. Reports on itself when
// asked.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { tokenAuthenticator } from '../auth/authentication/authenticators.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { withRequestTimeout } from '../handler/long-running.ts';
import { serveApi } from '../http/serve-api.ts';
import { TestApi } from './test-api.ts';

const [, , directory = '', token = ''] = process.argv;
const REQUEST_TIMEOUT_MS = 60_000;

const { server } = await TestApi.start({ authenticators: [tokenAuthenticator([{ token, user: ADMIN_USER }])] });
const tls = await loadOrCreateCertificates({ directory, hosts: [], clock: systemClock, random: systemRandom });
const shared = {
  handler: withRequestTimeout(server.handler, systemClock, REQUEST_TIMEOUT_MS),
  authenticate: server.authenticate,
  host: '127.0.0.1',
  port: 0,
  logger: silentLogger,
};
const secure = await serveApi({ ...shared, tls });
const plain = await serveApi({ ...shared, tls: 'none' });
const impatient = await serveApi({ ...shared, tls: 'none', timeouts: { headersMs: 200, requestMs: 400 } });

process.on('message', () => {
  globalThis.gc?.();
  const polluted: string[] = [];
  for (const key in {}) polluted.push(key);
  process.send?.({ rss: process.memoryUsage.rss(), polluted });
});
// Without the test that started it, no process would end it.
process.on('disconnect', () => process.exit());
process.send?.({
  securePort: secure.port,
  plainPort: plain.port,
  impatientPort: impatient.port,
  ca: tls.ca,
});

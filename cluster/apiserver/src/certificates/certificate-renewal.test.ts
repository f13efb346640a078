import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { silentLogger, systemRandom } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import { eventually, ManualClock, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveApi } from '../http/serve-api.ts';
import { CertificateRenewal } from './certificate-renewal.ts';
import { loadOrCreateCertificates } from './certificates.ts';

const DAY_MS = 24 * 3_600_000;
const START = Date.UTC(2026, 0, 1);

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ path: directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

const partsAt = (clock: ManualClock) => ({
  directory,
  hosts: [],
  clock,
  random: systemRandom,
  logger: silentLogger,
});
const ok: ApiHandler = async () => ({ kind: 'text', status: 200, headers: {}, text: 'ok' });

async function shownCertificate(port: number): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** A quarter of a day at a time: what is done between reads and writes files, which no clock waits for. */
function passUntil(clock: ManualClock, holds: () => boolean): Promise<boolean> {
  return eventually(
    async () => {
      await clock.advance(DAY_MS / 4);
      return holds();
    },
    { timeoutMs: 5_000 },
  );
}

test('R-05: a running server shows a renewed certificate before the old one ends, and open connections go on', async () => {
  await loadOrCreateCertificates(partsAt(new ManualClock(START)));
  const clock = new ManualClock(START + 334 * DAY_MS);
  const renewal = await CertificateRenewal.open(partsAt(clock));
  const { ca, key, cert } = renewal.serving;
  const before = renewal.kubeletClient;
  const listener = await serveApi({
    handler: ok,
    host: '127.0.0.1',
    port: 0,
    tls: { key, cert, clientCa: ca },
    authenticate: async () => ({ kind: 'none' }),
    logger: silentLogger,
  });
  renewal.onRenewed((renewed) => listener.renew({ key: renewed.key, cert: renewed.cert, clientCa: renewed.ca }));
  const stop = renewal.start();
  const session = connectHttp2(`https://127.0.0.1:${listener.port}`, { rejectUnauthorized: false });
  try {
    await once(session, 'connect');
    const first = await shownCertificate(listener.port);
    await clock.advance(DAY_MS / 2);
    expect(await shownCertificate(listener.port)).toBe(first);
    await passUntil(clock, () => renewal.serving.cert !== cert);
    expect(clock.now()).toBeLessThan(START + 365 * DAY_MS);
    expect(renewal.serving.ca).toBe(ca);
    expect(await shownCertificate(listener.port)).not.toBe(first);
    // Made at the start, it lives longer than the serving certificate did.
    expect(renewal.kubeletClient).toEqual(before);

    const stream = session.request({ ':path': '/healthz' });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
  } finally {
    session.destroy();
    await stop();
    await listener.close();
  }
});

test('R-05: the certificate for kubelets is renewed in a running server', async () => {
  const clock = new ManualClock(START);
  const renewal = await CertificateRenewal.open(partsAt(clock));
  const before = renewal.kubeletClient.cert;
  const stop = renewal.start();
  await clock.advance(335 * DAY_MS);
  await passUntil(clock, () => renewal.kubeletClient.cert !== before);
  await stop();
});

import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { silentLogger } from '@kubemin/base';
import { ManualClock, makeKubeletCertificates } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { listenKubelet } from '../../config/kubelet/kubelet-listener.ts';
import { KubeletServer } from '../../config/kubelet/kubelet-server.ts';
import { renewServing } from './serving-renewal.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOSTS = ['machine', '127.0.0.1'];

test('over two years each certificate is renewed at 80 % of its life, also when the first attempt fails', async () => {
  const clock = new ManualClock();
  const make = async () => (await makeKubeletCertificates('machine', HOSTS, clock)).serving;
  const ending = new AbortController();
  let current = await make();
  let attempts = 0;
  let making: Promise<unknown> = Promise.resolve();
  const ages: number[] = [];
  const running = renewServing(
    {
      certificate: current,
      make: () => {
        attempts += 1;
        const made = attempts === 1 ? Promise.reject(new Error('the authority is not there')) : make();
        making = made;
        return made;
      },
      onRenewed: (renewed) => {
        const { validFromDate, validToDate } = new X509Certificate(current.cert);
        const life = validToDate.getTime() - validFromDate.getTime();
        ages.push((clock.now() - validFromDate.getTime()) / life);
        current = renewed;
      },
      ...{ clock, logger: silentLogger },
    },
    ending.signal,
  );
  for (let day = 0; day < 730; day += 1) {
    await clock.advance(DAY_MS);
    // Keys are made in real time.
    await making.catch(() => undefined);
    await clock.advance(0);
    expect(new X509Certificate(current.cert).validToDate.getTime()).toBeGreaterThan(clock.now());
  }
  expect(ages).toHaveLength(2);
  for (const age of ages) {
    expect(age).toBeGreaterThanOrEqual(0.8);
    expect(age).toBeLessThan(0.81);
  }
  ending.abort();
  await clock.advance(DAY_MS);
  await running;
});

test('a kubelet shows a renewed certificate to new clients, and keeps the connections that are open', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => makeKubeletCertificates('machine', HOSTS)));
  if (first === undefined || second === undefined) throw new Error('no certificates');
  const listener = await listenKubelet({
    ...{ node: 'machine', host: '127.0.0.1', port: 0, clientCa: first.ca, ...first.serving },
    kubelets: new KubeletServer(),
    authority: { authenticate: async () => undefined, authorize: async () => false },
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  const open = async () => {
    const socket = connect({ host: '127.0.0.1', port: listener.port, rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return { socket, shown: new X509Certificate(socket.getPeerCertificate().raw).fingerprint256 };
  };
  const before = await open();
  expect(before.shown).toBe(new X509Certificate(first.serving.cert).fingerprint256);
  listener.renew(second.serving);
  expect((await open()).shown).toBe(new X509Certificate(second.serving.cert).fingerprint256);
  expect(before.socket.destroyed).toBe(false);
});

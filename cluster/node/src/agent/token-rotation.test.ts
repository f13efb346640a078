import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authentication, core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createPodVolumes } from '../volumes/index.ts';
import { ServiceAccountTokens } from './service-account-tokens.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LIFE_SECONDS = 600;

/** The times in a token, which is not checked here. */
function readTimes(token: string): { readonly issued: number; readonly expires: number } {
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { issued: iat * 1000, expires: exp * 1000 };
}

test('over 24 hours the token in a volume is renewed at 80 % of its life, and is accepted each minute; an old one is not', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, nodes: 0, serviceAccountTokens: true, clock });
  const home = await temporaryDirectory();
  onTestFinished(async () => {
    await cluster.close();
    await home.remove();
  });
  const { client } = cluster;
  await client
    .resource(core.v1.serviceaccounts, 'default')
    .create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
  const serviceAccountToken = { path: 'token', expirationSeconds: LIFE_SECONDS };
  const pod = await client.resource(core.v1.pods, 'default').create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      serviceAccountName: 'robot',
      automountServiceAccountToken: false,
      containers: [{ name: 'main', image: 'a:1', volumeMounts: [{ name: 'access', mountPath: '/access' }] }],
      volumes: [{ name: 'access', projected: { sources: [{ serviceAccountToken }] } }],
    },
  } satisfies Pod);
  const tokens = new ServiceAccountTokens(client, clock);
  const volumes = createPodVolumes({
    directory: home.path,
    sources: {
      configMap: async () => undefined,
      secret: async () => undefined,
      boundVolume: async () => undefined,
      serviceAccountToken: (owner, wish) => tokens.get(owner, wish),
    },
  });
  const file = join(home.path, pod.metadata.uid ?? '', 'volumes', 'access', 'token');
  await volumes.mount(pod);
  const isAccepted = async (token: string): Promise<boolean> => {
    const review = await client.resource(authentication.v1.tokenreviews).create({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      metadata: {},
      spec: { token },
    });
    return review.status?.authenticated === true;
  };
  const seen: string[] = [];
  const end = clock.now() + DAY_MS;
  while (clock.now() < end) {
    const token = await readFile(file, 'utf8');
    const { issued, expires } = readTimes(token);
    expect(expires).toBeGreaterThan(clock.now());
    expect(clock.now() - issued).toBeLessThan(LIFE_SECONDS * 800 + MINUTE_MS);
    expect(await isAccepted(token)).toBe(true);
    if (seen.at(-1) !== token) seen.push(token);
    await clock.advance(MINUTE_MS);
    // As often as a pod worker does.
    await volumes.refresh(pod);
  }
  expect(seen).toHaveLength(DAY_MS / (LIFE_SECONDS * 800));
  const [first = ''] = seen;
  expect(await isAccepted(first)).toBe(false);
});

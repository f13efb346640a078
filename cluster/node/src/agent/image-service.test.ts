import { join } from 'node:path';
import { verbatim } from '@kubemin/base/message';
import type { Container } from '@kubemin/kubeapi/types/core.v1';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ImagePullError } from '../images/image-error.ts';
import type { RegistryCredentials } from '../images/registry-credentials.ts';
import { layerBytes, openTestStore, storeImage } from '../images/test-support/image-fixture.ts';
import { ContainerProblemError } from '../pods/worker-options.ts';
import { remoteImages, serveImages } from './image-service.ts';
import type { NodeImage } from './pod-preparation.ts';

/** An image service over its socket, with a registry that has one image. */
async function startService() {
  const home = await temporaryDirectory();
  const store = await openTestStore(join(home.path, 'store'));
  const put = async (reference: string) =>
    storeImage(store, [reference], { layers: [{ tar: await layerBytes([{ name: 'file', text: reference }]) }] });
  const pulls: { readonly reference: string; readonly credentials: readonly RegistryCredentials[] }[] = [];
  const path = join(home.path, 'images.sock');
  const service = await serveImages(path, {
    store,
    pull: async (reference, credentials) => {
      pulls.push({ reference, credentials });
      if (reference !== 'remote:1')
        throw new ImagePullError('PULL_UNREACHABLE', verbatim(`${reference}: no route to host`));
      await put('docker.io/library/remote:1');
    },
  });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await home.remove();
  });
  const ensure = async (container: Partial<Container>, pullSecrets: readonly string[] = []) => {
    const progress: string[] = [];
    const wish = { signal: new AbortController().signal, pullSecrets, onPulling: () => progress.push('pulling') };
    const found = await remoteImages(path)
      .ensure({ name: 'main', ...container }, wish)
      .catch((error: unknown) => error);
    return { found, progress };
  };
  return { put, pulls, ensure };
}

function problemText(found: NodeImage | unknown): string {
  if (!(found instanceof ContainerProblemError)) throw new Error('a problem was expected');
  return `${found.reason}: ${found.message}`;
}

test('an image that was built here is never pulled, with the policy Always neither', async () => {
  const { put, pulls, ensure } = await startService();
  await put('docker.io/kubemin/web:latest');
  const { found, progress } = await ensure({ image: 'kubemin/web', imagePullPolicy: 'Always' });
  expect(found).toMatchObject({ image: { reference: 'kubemin/web' } });
  expect({ pulls, progress }).toEqual({ pulls: [], progress: [] });
});

test('an image of the store is used when its registry cannot be reached', async () => {
  const { put, pulls, ensure } = await startService();
  await put('docker.io/library/stored:latest');
  const { found, progress } = await ensure({ image: 'stored', imagePullPolicy: 'Always' });
  expect(found).toMatchObject({ image: { reference: 'stored' } });
  expect({ pulls: pulls.length, progress }).toEqual({ pulls: 1, progress: ['pulling'] });
});

test('an image that is missing is pulled with the credentials of the pod, and reports that it was', async () => {
  const { pulls, ensure } = await startService();
  const secret = JSON.stringify({ auths: { 'registry.local': { username: 'me', password: 'secret' } } });
  const { found, progress } = await ensure({ image: 'remote:1' }, [secret, 'not json']);
  expect(found).toMatchObject({ pulled: { durationMs: expect.any(Number), size: expect.any(Number) } });
  expect(progress).toEqual(['pulling']);
  expect(pulls).toMatchObject([{ reference: 'remote:1', credentials: [{ server: 'registry.local', username: 'me' }] }]);
});

test('problems have the reasons of other kubelets', async () => {
  const { ensure } = await startService();
  expect(problemText((await ensure({ image: 'gone:1' })).found)).toBe('ErrImagePull: gone:1: no route to host');
  expect(problemText((await ensure({ image: 'gone:1', imagePullPolicy: 'Never' })).found)).toBe(
    'ErrImageNeverPull: Container image "gone:1" is not present with pull policy of Never',
  );
  expect(problemText((await ensure({ image: 'Not//Valid' })).found)).toContain('InvalidImageName: ');
  const nowhere = remoteImages('/nowhere/images.sock');
  const wish = { signal: new AbortController().signal, pullSecrets: [], onPulling: () => undefined };
  const refused = await nowhere.ensure({ name: 'main', image: 'a' }, wish).catch((error: unknown) => error);
  expect(problemText(refused)).toContain('ErrImagePull: images are not available on this node');
});

import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import type { ApplicationPod, ApplicationPodList, PodContainer } from '../contract/index.ts';
import { awaitDebugContainer } from './debug-container.ts';

const place = { appId: 'a', pod: 'web-1', container: 'debug-1' };
const pod = (container: Partial<PodContainer>, status = 'Running'): ApplicationPod => ({
  ...{ name: 'web-1', uid: 'u', status, ready: true },
  containers: [
    {
      ...{ name: 'debug-1', kind: 'ephemeral', default: false, image: 'busybox', state: 'waiting', ready: false },
      ...{ restarts: 0, tty: true, stdin: true, ports: [], ...container },
    },
  ],
});

/** The last list stays. */
function platformWith(...lists: readonly (readonly ApplicationPod[])[]) {
  let at = 0;
  return {
    applicationPods: async (): Promise<ApplicationPodList> => {
      const pods = lists[Math.min(at, lists.length - 1)] ?? [];
      at += 1;
      return { pods };
    },
    asked: () => at,
  };
}

test('a container for debugging is awaited until it runs', async () => {
  const clock = new ManualClock();
  const client = platformWith([pod({ reason: 'ContainerCreating' })], [pod({ state: 'running' })]);
  const waiting = awaitDebugContainer(client, place, { clock });
  await clock.advance(500);
  await expect(waiting).resolves.toBeUndefined();
});

test.each([
  ['a pod that is gone', [], 'POD_NOT_FOUND'],
  ['a pod that is being deleted', [pod({}, 'Terminating')], 'POD_NOT_FOUND'],
  ['an image that is not there', [pod({ reason: 'ErrImagePull', message: 'no such image' })], 'CONTAINER_NOT_RUNNING'],
  ['a container that has ended', [pod({ state: 'terminated', reason: 'Error' })], 'CONTAINER_NOT_RUNNING'],
])('%s ends the wait', async (_what, pods, code) => {
  const client = platformWith(pods);
  await expect(awaitDebugContainer(client, place)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/\S/),
  });
  expect(client.asked()).toBe(1);
});

test('a container that never starts, and a caller that goes away, end the wait', async () => {
  const clock = new ManualClock();
  const client = platformWith([pod({ reason: 'ContainerCreating' })]);
  const late = awaitDebugContainer(client, place, { clock, timeoutMs: 2_000 });
  const rejected = expect(late).rejects.toMatchObject({ code: 'DEBUG_TIMED_OUT' });
  await clock.advance(2_000);
  await rejected;
  const stop = new AbortController();
  const stopped = awaitDebugContainer(client, place, { clock, signal: stop.signal });
  const aborted = expect(stopped).rejects.toThrow();
  await clock.advance(500);
  stop.abort();
  await aborted;
  const asked = client.asked();
  await clock.advance(5_000);
  expect(client.asked()).toBe(asked);
});

import { systemClock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type Change, createKubeClient, type Informer, type KubeClient } from '@kubemin/kube';
import { notFound } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import { expect, test } from 'vitest';
import { deliveryMessages } from '../../messages/delivery.ts';
import { type MessageOrText, toMessage } from '../../task/texts.ts';
import { awaitReadiness } from './await-readiness.ts';
import { deploymentReadiness } from './workload-readiness.ts';

/** An informer that shows what the test defines, at the moment it chooses: a real watch cannot be made to do that. */
function handDriven() {
  let handler: (change: Change<Deployment>) => void = () => undefined;
  let shown: Deployment | undefined;
  const informer: Informer<Deployment> = {
    start: () => undefined,
    synced: Promise.resolve(),
    failure: undefined,
    get: () => shown,
    list: () => [],
    byIndex: () => [],
    addIndex: () => undefined,
    onChange: (given, scope) => {
      expect(scope).toEqual({ key: 'default/web' });
      handler = given;
      return () => undefined;
    },
  };
  const show = (object: Deployment): void => {
    shown = object;
    handler({ type: 'added', key: 'default/web', object });
  };
  const remove = (object: Deployment): void => {
    shown = undefined;
    handler({ type: 'deleted', key: 'default/web', object, old: object });
  };
  return { informer, show, remove };
}

function rolledOut(generation: number, uid = 'new'): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', uid, generation },
    spec: { replicas: 1, selector: {}, template: {} },
    status: { observedGeneration: generation, replicas: 1, updatedReplicas: 1, readyReplicas: 1 },
  };
}

/** A cluster that holds one Deployment, or none. */
function clusterWith(live: Deployment | 'nothing'): KubeClient {
  return createKubeClient(async () => {
    if (live !== 'nothing') return { kind: 'object', status: 200, headers: {}, object: live };
    const { status } = notFound(apps.v1.deployments, 'web');
    return { kind: 'object', status: 404, headers: {}, object: status };
  });
}

function waitFor(delivered: Deployment, live: Deployment | 'nothing' = delivered) {
  const watch = handDriven();
  const abort = new AbortController();
  const reports: string[] = [];
  const report = async (message: MessageOrText) => {
    reports.push(toMessage(message).message);
  };
  const done = awaitReadiness({
    context: { clock: systemClock, client: clusterWith(live), signal: abort.signal, report },
    delivered,
    informer: watch.informer,
    related: [],
    judge: (deployment) => deploymentReadiness(deployment, []),
    done: deliveryMessages.updated,
  });
  return { ...watch, abort, reports, done };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a watch that is behind the write shows the old rollout as ready: it does not count', async () => {
  const { show, done, reports } = waitFor(rolledOut(2));
  show(rolledOut(1));
  await turn();
  show(rolledOut(7, 'a namesake from before'));
  await turn();
  expect(reports.at(-1)).toBe('updated, waiting for the cluster to observe the change');
  show(rolledOut(2));
  expect((await done).message).toBe('updated, 1 of 1 ready');
  expect(new Set(reports)).toEqual(new Set(['updated, waiting for the cluster to observe the change']));
});

test('what is ready already before anything changes is seen at once', async () => {
  const delivered = rolledOut(3);
  const { show, done } = waitFor(delivered);
  show(delivered);
  await done;
});

test('an object that is deleted meanwhile fails the wait', async () => {
  const { show, remove, done } = waitFor(rolledOut(2));
  show(rolledOut(1));
  await turn();
  remove(rolledOut(1));
  await expect(done).rejects.toThrow('Deployment web was deleted during its rollout');
});

test.each<readonly [string, Deployment | 'nothing']>([
  ['is gone', 'nothing'],
  ['was replaced by a namesake', rolledOut(1, 'namesake')],
])('an object that %s before the wait began to listen fails it at once', async (_name, live) => {
  const { done } = waitFor(rolledOut(1), live);
  await expect(done).rejects.toThrow('Deployment web was deleted during its rollout');
});

test('an abort ends the wait with its reason', async () => {
  const { abort, done } = waitFor(rolledOut(1));
  await turn();
  abort.abort(new Error('enough'));
  await expect(done).rejects.toThrow('enough');
});

test('an object is checked again when a related object changes, and the listener is removed once the wait is over', async () => {
  const watch = handDriven();
  const listeners = new Set<() => void>();
  const beside = {
    synced: Promise.resolve(),
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const delivered = rolledOut(1);
  let judged = 0;
  let ready = false;
  watch.show(delivered);
  const done = awaitReadiness({
    context: {
      clock: systemClock,
      client: clusterWith(delivered),
      signal: new AbortController().signal,
      report: async () => undefined,
    },
    delivered,
    informer: watch.informer,
    related: [beside],
    judge: () => {
      judged += 1;
      return ready
        ? { state: 'ready', message: verbatim('ready') }
        : { state: 'waiting', message: verbatim('not yet') };
    },
    done: deliveryMessages.updated,
  });
  while (judged === 0) await turn();
  await turn();
  expect(judged).toBe(1);
  ready = true;
  for (const listener of listeners) listener();
  expect((await done).message).toBe('updated, ready');
  expect([judged, listeners.size]).toEqual([2, 0]);
});

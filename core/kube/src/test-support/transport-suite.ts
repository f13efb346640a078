import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  conflict,
  isStatusError,
  type KubeObject,
  StatusError,
  tooManyRequests,
  type WatchEvent,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKubeClient } from '../client/resource/kube-client.ts';
import type { ResourceClient } from '../client/resource/resource-client.ts';
import { isWatch, MemoryApi } from './memory-api.ts';

export interface TransportUnderTest {
  readonly handler: ApiHandler;
  close(): void | Promise<void>;
}

/** What every transport must do, whatever lies between the client and the API. `connect` puts the transport before `api`. */
export function describeTransport(name: string, connect: (api: ApiHandler) => Promise<TransportUnderTest>): void {
  describe(`${name} transport`, () => {
    let api: MemoryApi;
    let transport: TransportUnderTest;
    let configMaps: ResourceClient<ConfigMap>;

    beforeEach(async () => {
      api = new MemoryApi();
      transport = await connect((request) => api.handler(request));
      configMaps = createKubeClient(transport.handler).resource(core.v1.configmaps, 'default');
    });

    afterEach(() => transport.close());

    test('an object that was created can be read, listed, changed and deleted', async () => {
      const created = await configMaps.create(configMap('a', { size: 'small' }));
      expect(created.metadata.uid).toBeDefined();
      expect(await configMaps.get('a')).toEqual(created);
      const updated = await configMaps.update({ ...created, data: { size: 'large' } });
      expect(updated.data).toEqual({ size: 'large' });
      expect((await configMaps.list()).items).toEqual([updated]);
      await configMaps.delete('a');
      expect(await configMaps.find('a')).toBeUndefined();
    });

    test('responses are deep-frozen', async () => {
      api.put('a', { key: 'value' });
      const object = await configMaps.get('a');
      const list = await configMaps.list();
      for (const value of [
        object,
        object.metadata,
        object.data,
        list,
        list.items,
        list.items[0],
        list.items[0]?.data,
      ]) {
        expect(Object.isFrozen(value)).toBe(true);
      }
    });

    test('list items carry apiVersion and kind though the server leaves them out', async () => {
      api.put('a', {});
      expect((await configMaps.list()).items[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    });

    test('a refusal arrives as StatusError with reason and code', async () => {
      const failure = await configMaps.get('missing').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StatusError);
      expect(failure).toMatchObject({ httpCode: 404, message: 'configmaps "missing" not found' });
      api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 7) });
      await expect(configMaps.list()).rejects.toMatchObject({ status: { details: { retryAfterSeconds: 7 } } });
    });

    test('find hides only NotFound, not other failures', async () => {
      api.injectFault({ kind: 'refuse', error: conflict(core.v1.configmaps, 'a') });
      await expect(configMaps.find('a')).rejects.toSatisfy((error) => isStatusError(error, 'Conflict'));
    });

    test('a failure in the words of a proxy still becomes a StatusError', async () => {
      const bad: ApiResponse = { kind: 'text', status: 502, headers: {}, text: '<h1>Bad Gateway</h1>' };
      api.injectFault({ kind: 'respond', response: bad });
      await expect(configMaps.get('a')).rejects.toMatchObject({ httpCode: 502, message: /Bad Gateway/ });
    });

    test('a response of another kind is rejected instead of being passed on under a wrong type', async () => {
      const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } };
      api.injectFault({ kind: 'respond', response: { kind: 'object', status: 200, headers: {}, object } });
      await expect(configMaps.get('a')).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    });

    test('names, selectors and options reach the API as they were given', async () => {
      await configMaps.find('a:b%c d');
      await configMaps.list({ labelSelector: 'app in (a,b),x!=y', fieldSelector: 'metadata.name=q', limit: 3 });
      await configMaps
        .delete('a', { propagationPolicy: 'Foreground', preconditions: { uid: 'u' } })
        .catch(() => undefined);
      const [get, list, remove] = api.requests;
      expect(decodeURIComponent(get?.path ?? '')).toBe('/api/v1/namespaces/default/configmaps/a:b%c d');
      expect(Object.fromEntries(list?.query ?? [])).toEqual({
        labelSelector: 'app in (a,b),x!=y',
        fieldSelector: 'metadata.name=q',
        limit: '3',
      });
      expect(parseBody(remove)).toEqual({
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Foreground',
        preconditions: { uid: 'u' },
      });
    });

    test.each([
      ['json', 'application/json-patch+json'],
      ['merge', 'application/merge-patch+json'],
      ['strategic', 'application/strategic-merge-patch+json'],
      ['apply', 'application/apply-patch+yaml'],
    ] as const)('a %s patch is announced as %s', async (type, mediaType) => {
      const stored = api.put('a', {});
      const patch = type === 'json' ? { type, body: [] } : { type, body: stored };
      await configMaps.patch('a', patch, { fieldManager: 'me' }).catch(() => undefined);
      const sent = api.requests.at(-1);
      expect(sent?.method).toBe('PATCH');
      expect(sent?.body?.contentType).toBe(mediaType);
      expect(sent?.query.get('fieldManager')).toBe('me');
    });

    test('a watch gives what happened since, then what happens, in order', async () => {
      const start = api.version;
      api.put('a', { n: '1' });
      const events = read(await configMaps.watch({ resourceVersion: start }));
      expect(await events.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
      api.put('a', { n: '2' });
      api.remove('a');
      expect(await events.next()).toMatchObject({ type: 'MODIFIED', object: { data: { n: '2' } } });
      const last = await events.next();
      expect(last).toMatchObject({ type: 'DELETED', object: { metadata: { resourceVersion: api.version } } });
      expect(Object.isFrozen(last?.object.metadata)).toBe(true);
      await events.stop();
    });

    test('a watch that the server ends finishes without an error', async () => {
      const events = read(await configMaps.watch({ resourceVersion: api.version }));
      const end = events.next();
      await waitUntil(() => api.openWatches === 1);
      api.cutWatches();
      expect(await end).toBeUndefined();
    });

    test('aborting ends a watch on both sides', async () => {
      const abort = new AbortController();
      const events = read(await configMaps.watch({ resourceVersion: api.version, signal: abort.signal }));
      const end = events.next();
      await waitUntil(() => api.openWatches === 1);
      abort.abort();
      expect(await end).toBeUndefined();
      await waitUntil(() => api.openWatches === 0);
    });

    test('leaving the loop over a watch ends it on the other side', async () => {
      const events = read(await configMaps.watch({ resourceVersion: api.version }));
      api.put('a', {});
      await events.next();
      await events.stop();
      // Over a socket the server learns it at its next write at the latest.
      await waitUntil(() => {
        if (api.openWatches > 0) api.bookmark();
        return api.openWatches === 0;
      });
    });

    test('a watch from a forgotten version gets 410', async () => {
      api.put('a', {});
      api.compact();
      const events = read(await configMaps.watch({ resourceVersion: '1' }));
      expect(await events.next()).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410 } });
      expect(await events.next()).toBeUndefined();
    });

    test('a watch that is refused throws before it begins', async () => {
      api.injectFault({ kind: 'refuse', error: tooManyRequests('slow down', 1) }, isWatch);
      await expect(configMaps.watch()).rejects.toMatchObject({ httpCode: 429 });
    });

    test('objects of another kind in a watch end it with an ERROR', async () => {
      const events = read(await configMaps.watch({ resourceVersion: api.version }));
      await waitUntil(() => api.openWatches === 1);
      const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
      api.send({ type: 'ADDED', object: secret });
      expect(await events.next()).toMatchObject({ type: 'ERROR', object: { code: 500, message: /not ConfigMap/ } });
      expect(await events.next()).toBeUndefined();
    });

    test('a request with an aborted signal is not sent and rejects with its reason', async () => {
      const reason = new Error('changed my mind');
      await expect(configMaps.get('a', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(api.requests).toEqual([]);
    });

    test('aborting a request under way rejects with the reason and sends nothing more', async () => {
      await configMaps.list();
      const abort = new AbortController();
      api.injectFault({ kind: 'hang' });
      const result = configMaps.get('a', { signal: abort.signal }).catch((error: unknown) => error);
      await waitUntil(() => api.requests.length === 2);
      const reason = new Error('changed my mind');
      abort.abort(reason);
      expect(await result).toBe(reason);
      await configMaps.list();
      expect(api.requests).toHaveLength(3);
    });
  });
}

/** Awaits a condition that other tasks make true. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

function read<T extends KubeObject>(batches: AsyncIterable<readonly WatchEvent<T>[]>) {
  const iterator = flatten(batches);
  return {
    next: async (): Promise<WatchEvent<T> | undefined> => {
      const result = await iterator.next();
      return result.done ? undefined : result.value;
    },
    stop: () => iterator.return(undefined),
  };
}

async function* flatten<T extends KubeObject>(
  batches: AsyncIterable<readonly WatchEvent<T>[]>,
): AsyncGenerator<WatchEvent<T>> {
  for await (const batch of batches) yield* batch;
}

function parseBody(request: ApiRequest | undefined): unknown {
  const { body } = request ?? {};
  return body?.kind === 'bytes' ? JSON.parse(Buffer.from(body.bytes).toString()) : body?.value;
}

function configMap(name: string, data: Readonly<Record<string, string>>): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

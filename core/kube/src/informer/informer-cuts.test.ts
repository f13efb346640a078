import { core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { createKubeClient } from '../client/resource/kube-client.ts';
import { httpTransport } from '../client/transport/http-transport.ts';
import { cuttingProxy } from '../test-support/cutting-proxy.ts';
import { serveHandler } from '../test-support/http-adapter.ts';
import { FoldedView, fixedRandom, MemoryLogger } from '../test-support/informer-harness.ts';
import { MemoryApi } from '../test-support/memory-api.ts';
import { createInformer } from './informer.ts';

/** Follows a server through two pages and a few events, over a connection that breaks once; returns the bytes received. */
async function follow(cutAfter?: number): Promise<{ readonly passed: number; readonly cut: boolean }> {
  const api = new MemoryApi();
  for (const name of ['a', 'b', 'c']) api.put(name, { n: '1' });
  const server = await serveHandler(api.handler);
  const proxy = await cuttingProxy(server.url, cutAfter);
  const transport = httpTransport({ server: proxy.url });
  const clock = new ManualClock();
  const logger = new MemoryLogger();
  const abort = new AbortController();
  try {
    const client = createKubeClient(transport.handler).resource(core.v1.configmaps, 'default');
    const informer = createInformer({ client, clock, random: fixedRandom(0.5), logger, pageSize: 2 });
    const view = new FoldedView();
    informer.onChange(view.handler);
    informer.start(abort.signal);
    const catchUp = (done: () => boolean) =>
      eventually(async () => {
        await clock.advance(500);
        return done();
      });
    await catchUp(() => informer.list().length === 3 && api.openWatches > 0);
    api.put('a', { n: '2' });
    api.remove('b');
    await catchUp(() => informer.get('default/b') === undefined);
    api.put('b', { n: 'Größe 🚀' });
    api.bookmark();
    api.put('d', { n: '1' });
    await catchUp(() => informer.get('default/d') !== undefined);
    expect(new Map(informer.list().map(({ metadata, data }) => [metadata.name, data?.n]))).toEqual(
      new Map([...api.objects].map(([name, { data }]) => [name, data?.n])),
    );
    expect(view.objects.size).toBe(4);
    expect(new Set(view.steps).size).toBe(view.steps.length);
    // A view that sees something twice, or something that does not follow, throws, and that is logged.
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
    return { passed: proxy.passed(), cut: proxy.isCut() };
  } finally {
    abort.abort();
    transport.close();
    await proxy.close();
    await server.close();
  }
}

test('wherever the line breaks, in a page, a header, an event or a letter, nothing is lost and nothing seen twice', async () => {
  const { passed } = await follow();
  // A step that shares no factor with the length of anything, so that all kinds of places are met.
  for (let cutAfter = 0; cutAfter < passed; cutAfter += 31) {
    expect(await follow(cutAfter)).toMatchObject({ cut: true });
  }
});

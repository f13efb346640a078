import type { KubeObject } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheEvent } from './cache-event.ts';
import { type Interest, ListenerIndex } from './listener-index.ts';

function object(app: string | undefined): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: app === undefined ? {} : { app } } };
}

function event(app: string | undefined, before?: KubeObject): CacheEvent {
  return { kind: 'put', revision: 1, object: object(app), previous: before };
}

function inApps(...values: readonly string[]): Interest {
  return { property: 'label:app', read: ({ metadata }) => metadata.labels?.app, values };
}

function listening(index: ListenerIndex, interest?: Interest): { readonly heard: CacheEvent[]; stop(): void } {
  const heard: CacheEvent[] = [];
  return { heard, stop: index.add({ onEvent: (event) => heard.push(event) }, interest) };
}

describe('ListenerIndex', () => {
  it('delivers everything to listeners without an interest, and matching events to the others', () => {
    const index = new ListenerIndex();
    const all = listening(index);
    const web = listening(index, inApps('web'));
    const other = listening(index, inApps('other'));
    index.notify(event('web'));
    expect([all, web, other].map(({ heard }) => heard.length)).toEqual([1, 1, 0]);
  });

  it('delivers the event by which an object stops to match', () => {
    const index = new ListenerIndex();
    const web = listening(index, inApps('web'));
    index.notify(event('api', object('web')));
    index.notify(event(undefined, object('web')));
    index.notify(event('api', object('api')));
    expect(web.heard).toHaveLength(2);
  });

  it('forgets listeners and their properties', () => {
    const index = new ListenerIndex();
    const web = listening(index, inApps('web', 'api'));
    const all = listening(index);
    web.stop();
    index.notify(event('web'));
    expect(web.heard).toEqual([]);
    expect(index.isEmpty).toBe(false);
    all.stop();
    expect(index.isEmpty).toBe(true);
  });

  it('never asks anything of an object for listeners that cannot see it', () => {
    const index = new ListenerIndex();
    let asked = 0;
    const counting: Interest = {
      ...inApps(),
      read: () => {
        asked += 1;
        return 'web';
      },
    };
    for (let count = 0; count < 100; count += 1) listening(index, { ...counting, values: [`other-${count}`] });
    index.notify(event('web'));
    expect(asked).toBe(1);
  });

  it('delivers each matching event exactly once to each listener', () => {
    const app = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), app, app, (values, now, before) => {
        const index = new ListenerIndex();
        const { heard } = listening(index, inApps(...values));
        index.notify(event(now, object(before)));
        const concerns = [now, before].some((value) => value !== undefined && values.includes(value));
        expect(heard).toHaveLength(concerns ? 1 : 0);
      }),
    );
  });
});

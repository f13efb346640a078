import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { TestApi } from '../test-support/test-api.ts';
import { DEFINITION, DEFINITIONS, WIDGETS, widgetDefinition } from '../test-support/widget-definition.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-custom-'));
});

afterEach(() => rm(directory, { recursive: true }));

/** A server on the directory while the work lasts. */
async function withServer<T>(work: (api: TestApi) => Promise<T>): Promise<T> {
  const storage: Storage = await fileStorage({ directory });
  const api = await TestApi.start({ storage });
  try {
    return await work(api);
  } finally {
    await api.close();
    await storage.close();
  }
}

describe('KC-SRV-7: a server that starts again', () => {
  it('serves what was defined before, with its objects and its rules', async () => {
    const body = (name: string, size: number): unknown => ({ metadata: { name }, spec: { size } });
    const created = await withServer(async (api) => {
      await api.create(DEFINITIONS, widgetDefinition());
      return api.create(WIDGETS, body('a', 1));
    });
    await withServer(async (api) => {
      expect(await api.get(`${WIDGETS}/a`)).toEqual(created);
      expect(await api.send('GET', '/apis/test.example/v1')).toMatchObject({
        object: { resources: [{ name: 'widgets' }] },
      });
      expect((await api.refused('POST', WIDGETS, { body: body('b', 99) })).code).toBe(422);
    });
  });

  it('finishes the deletion of a definition that was interrupted', async () => {
    await withServer(async (api) => {
      await api.create(DEFINITIONS, widgetDefinition());
      await api.create(WIDGETS, { metadata: { name: 'a', finalizers: ['test.example/hold'] }, spec: { size: 1 } });
      await api.ok('DELETE', DEFINITION);
    });
    await withServer(async (api) => {
      const watch = await api.watch(`${DEFINITIONS}?watch=1`);
      await api.patch(`${WIDGETS}/a`, { metadata: { finalizers: null } });
      let event = await watch.next();
      while (event !== undefined && event.type !== 'DELETED') event = await watch.next();
      expect(event?.object.metadata.name).toBe('widgets.test.example');
      watch.stop();
      expect((await api.send('GET', WIDGETS)).status).toBe(404);
    });
  });
});

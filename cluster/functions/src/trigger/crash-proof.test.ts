import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Disposables, systemClock } from '@kubemin/base';
import { installDefinitions } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import {
  eventually,
  type Fate,
  type ManagerRelay,
  RequestGate,
  type ServedTestCluster,
  startTestCluster,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleCall, SampleFunctions } from '../test-support/sample-functions.ts';
import { isReady, TRIGGER_RESOURCES } from './test-support/trigger-bench.ts';
import { triggerRelay } from './test-support/trigger-hub.ts';
import { type EventTrigger, eventTriggers } from './trigger-resource.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const open = new Disposables();
/** Where the process was killed. */
const deaths = new Set<string>();
let cluster: ServedTestCluster;
let relay: ManagerRelay;
let server: SampleFunctions;
let directory: string;

/** Writes that store events or the end of deliveries kill their writer, before or after they are done. */
class TriggerGate extends RequestGate<EventTrigger> {
  readonly #stored = new Map<string, EventTrigger>();

  protected override read(request: ApiRequest, by: string): EventTrigger | undefined {
    if (!by.startsWith('hub-') || request.method !== 'PUT' || !request.path.includes('/eventtriggers/'))
      return undefined;
    if (request.body?.kind !== 'bytes') return undefined;
    const trigger: EventTrigger = JSON.parse(new TextDecoder().decode(request.body.bytes));
    return trigger;
  }

  protected override onResponse(trigger: EventTrigger, response: ApiResponse): void {
    if (response.status === 200) this.#stored.set(trigger.metadata.name ?? '', trigger);
  }

  override decide = ({ metadata, status }: EventTrigger): Fate => {
    const { name = '' } = metadata;
    const before = this.#stored.get(name)?.status;
    const what =
      (status?.received ?? 0) > (before?.received ?? 0)
        ? 'event'
        : (status?.delivered ?? 0) > (before?.delivered ?? 0)
          ? 'delivery'
          : undefined;
    if (what === undefined) return { kind: 'pass' };
    const moments = FULL
      ? (['lost', 'unanswered'] as const)
      : ([deaths.size % 2 === 0 ? 'lost' : 'unanswered'] as const);
    const place = `${name} ${what}`;
    const moment = moments.find((each) => !deaths.has(FULL ? `${place} ${each}` : place));
    if (moment === undefined) return { kind: 'pass' };
    deaths.add(FULL ? `${place} ${moment}` : place);
    return { kind: moment, strike: () => relay.replaceAny() };
  };
}

/** A function whose first call kills the process that called it. */
const deadly = async (_: unknown, { name }: SampleCall) => {
  if (!deaths.has(`call of ${name}`)) {
    deaths.add(`call of ${name}`);
    await relay.replaceAny();
  }
  return {};
};

beforeAll(async () => {
  cluster = await startTestCluster({ transport: 'http', controllers: false, around: new TriggerGate().around });
  open.add(cluster.close);
  const { signal } = new AbortController();
  await installDefinitions(cluster.client, TRIGGER_RESOURCES, { clock: systemClock, signal });
  server = new SampleFunctions({ files: deadly, times: deadly });
  const gateway = await server.start();
  open.add(() => server.close());
  const [cache, files] = await Promise.all([temporaryDirectory(), temporaryDirectory()]);
  open.add(cache.remove);
  open.add(files.remove);
  directory = files.path;
  relay = triggerRelay({ cluster: cluster.address, gateway, fileRoots: [directory], cacheDirectory: cache.path });
  open.add(() => relay.close());
});
afterAll(() => open.dispose());

test('no event is lost when the process is killed, and repeated ones have the same id', async ({ annotate }) => {
  const triggers = createKubeClient(cluster.loopback).resource(eventTriggers, 'default');
  const create = async (name: string, spec: object): Promise<void> => {
    const body = { apiVersion: 'functions.kubemin.io/v1', kind: 'EventTrigger', metadata: { name }, spec };
    await triggers.patch(name, { type: 'apply', body }, { fieldManager: 'test' });
  };
  await create('files', {
    type: 'file',
    file: { path: directory, debounceMilliseconds: 0 },
    target: { function: 'files' },
  });
  await create('times', {
    type: 'cron',
    cron: { schedule: '@every 1s', missed: 'all' },
    target: { function: 'times' },
  });
  await relay.start();
  await eventually(async () => isReady(await triggers.get('files')));
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await writeFile(join(directory, name), name);

  const places = FULL ? 10 : 6;
  await eventually(() => deaths.size >= places, { timeoutMs: 240_000 });
  const events = (name: string, field: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const ids = new Map<string, Set<string>>();
    for (const { args, eventId } of server.callsOf(name)) {
      const { event } = args;
      const key = typeof event === 'object' && event !== null && field in event ? String(Object(event)[field]) : '';
      ids.set(key, (ids.get(key) ?? new Set()).add(eventId));
    }
    return ids;
  };
  await eventually(() => names.every((name) => events('files', 'path').has(name)));
  const { status } = await eventually(() => triggers.get('times'), {
    until: (trigger) => (trigger.status?.delivered ?? 0) >= 3 && trigger.status?.pending?.length === 0,
  });
  await annotate(`${relay.kills} kills at: ${[...deaths].join('; ')}`);

  expect([...events('files', 'path').keys()].sort()).toEqual(names);
  const times = events('times', 'scheduledAt');
  // Later events may be under way.
  const lastSettled = Date.parse(status?.lastEvent?.id.split('.').slice(1).join('.') ?? '') / 1000;
  const all = [...times.keys()].map((time) => Date.parse(time) / 1000).sort((a, b) => a - b);
  const seconds = all.filter((second) => second <= lastSettled);
  const [first = 0] = seconds;
  expect(seconds.length).toBeGreaterThanOrEqual(3);
  expect(seconds).toEqual(seconds.map((_, index) => first + index));
  expect(status?.missed ?? 0).toBe(0);
  for (const ids of [...times.values(), ...events('files', 'path').values()]) expect(ids.size).toBe(1);
  // Two strikes at the same time are one kill.
  expect(relay.kills).toBeGreaterThan(places / 2);
});

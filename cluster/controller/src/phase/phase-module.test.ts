import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createManager } from '../manager/manager.ts';
import type { ControllerModule } from '../reconcile/controller.ts';
import { installDefinitions } from '../resource/crd-install.ts';
import { defineCustomResource, type ObjectOf } from '../resource/custom-resource.ts';
import { forEachObject, serial, single } from './phase-handler.ts';
import { definePhaseMachine } from './phase-machine.ts';
import { isPhaseModule, phaseModule } from './phase-module.ts';
import { phasedStatus } from './phase-status-schema.ts';

const movings = defineCustomResource({
  group: 'test.kubemin.io',
  version: 'v1',
  kind: 'Moving',
  scope: 'Namespaced',
  description: 'Boxes that are carried from one place to another.',
  controllerType: 'phasemachine',
  spec: z.object({ boxes: z.int(), breaks: z.boolean().optional(), paused: z.boolean().optional() }),
  status: phasedStatus({ carried: z.int().optional() }),
});
type Moving = ObjectOf<typeof movings>;

const finalised: string[] = [];

const machine = definePhaseMachine<Moving, string>({
  resource: movings,
  initialPhase: 'Packing',
  terminalPhases: ['Broken', 'Moved'],
  failedPhases: ['Broken'],
  normalTrans: { Packing: 'Carrying', Carrying: 'Moved' },
  errorTrans: { Packing: 'Broken', Carrying: 'Broken' },
  handlers: {
    Packing: serial(
      'Packing',
      single('boxes', async () => ({ done: true })),
      single('tape', async () => ({ done: true })),
    ),
    Carrying: forEachObject({
      batchSize: 2,
      list: async (_context, { spec }) => Array.from({ length: spec.boxes }, (_, index) => ({ id: `box${index}` })),
      async handle(_context, { spec, status }, batch) {
        if (spec.breaks === true) throw new Error('a box broke');
        return { done: true, status: { carried: (status?.carried ?? 0) + batch.length } };
      },
    }),
  },
  finalise: single('unpack', async (context) => {
    finalised.push(context.key);
    return { done: true };
  }),
});

describe.each(['loopback', 'http'] as const)('a machine over %s', (transport) => {
  let cluster: TestCluster;
  const stop = new AbortController();
  let running: Promise<void>;
  const movingsClient = () => cluster.client.resource(movings, 'default');
  const moving = (name: string, spec: Moving['spec']): Moving => ({
    apiVersion: 'test.kubemin.io/v1',
    kind: 'Moving',
    metadata: { name, namespace: 'default' },
    spec,
  });
  const reaches = (name: string, phase: string) =>
    eventually(async () => (await movingsClient().get(name)).status?.phase === phase);

  beforeAll(async () => {
    cluster = await startTestCluster({ transport, controllers: false });
    const { client } = cluster;
    await installDefinitions(client, [movings], { clock: systemClock, signal: stop.signal });
    const manager = createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
    running = manager.with(phaseModule(machine)).run(stop.signal);
    await manager.ready;
  });
  afterAll(async () => {
    stop.abort();
    await running;
    await cluster.close();
  });

  test('goes through all phases, and everything is stored', async () => {
    await movingsClient().create(moving('easy', { boxes: 5 }));
    await reaches('easy', 'Moved');
    const selected = () => movingsClient().list({ labelSelector: 'phase=Moved' });
    await eventually(async () => (await selected()).items.some(({ metadata }) => metadata.name === 'easy'));
    const { status } = await movingsClient().get('easy');
    expect(status).toMatchObject({
      carried: 5,
      state: { Packing: { state: { boxes: { done: true }, tape: { done: true } } } },
    });
    expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
    const events = async () => (await cluster.client.resource(core.v1.events, 'default').list()).items;
    await eventually(async () => (await events()).some(({ message }) => message === 'Carrying → Moved'));
  });

  test('comes back from a failure by an annotation, and carries on', async () => {
    await movingsClient().create(moving('hard', { boxes: 3, breaks: true }));
    await reaches('hard', 'Broken');
    await movingsClient().patch('hard', {
      type: 'merge',
      body: { spec: { breaks: false }, metadata: { annotations: { 'kubemin.io/reset': '' } } },
    });
    await reaches('hard', 'Moved');
    expect((await movingsClient().get('hard')).metadata.annotations ?? {}).toEqual({});
  });

  test('waits while it is paused', async () => {
    await movingsClient().create(moving('lazy', { boxes: 1, paused: true }));
    const paused = async () =>
      (await movingsClient().get('lazy')).status?.conditions?.find(({ type }) => type === 'Paused');
    await eventually(async () => (await paused())?.status === 'True');
    // The label of the phase may be written between reading and writing.
    await eventually(async () => movingsClient().update(machine.resume(await movingsClient().get('lazy'))));
    await reaches('lazy', 'Moved');
    expect((await paused())?.status).toBe('False');
  });

  test.each([
    ['given to another manager', { labels: { 'should-be-reconciled-by': 'another' } }, { labels: null }],
    ['put off for a century', { annotations: { 'no-reconciling-before': '4900000000' } }, { annotations: null }],
  ])('lets an object be that is %s, until it is not', async (_what, marks, unmarked) => {
    const object = moving('other', { boxes: 1 });
    await movingsClient().create({ ...object, metadata: { ...object.metadata, ...marks } });
    // An object that is created later is done first.
    await movingsClient().create(moving('later', { boxes: 1 }));
    await reaches('later', 'Moved');
    expect((await movingsClient().get('other')).status).toBeUndefined();
    await movingsClient().patch('other', { type: 'merge', body: { metadata: unmarked } });
    await reaches('other', 'Moved');
    for (const name of ['other', 'later']) {
      await movingsClient().delete(name);
      await eventually(async () => (await movingsClient().find(name)) === undefined);
    }
  });

  test('cleans up before a deleted object goes', async () => {
    await movingsClient().delete('easy');
    await eventually(async () => (await movingsClient().find('easy')) === undefined);
    expect(finalised).toContain('default/easy');
  });
});

test('a module of a machine is recognized, and exposes its machine', () => {
  const modules: readonly ControllerModule[] = [
    phaseModule(machine),
    { name: 'plain', setup: () => ({ run: async () => undefined }) },
  ];
  expect(modules.filter(isPhaseModule).map((module) => module.machine)).toEqual([machine]);
});

test('a definition with problems is refused with all of them', () => {
  const broken = definePhaseMachine<Moving, string>({ ...machine.definition, errorTrans: {}, handlers: {} });
  expect(() => phaseModule(broken).validate?.()).toThrow(
    /phase "Packing", handlers[\s\S]*phase "Carrying", errorTrans/,
  );
});

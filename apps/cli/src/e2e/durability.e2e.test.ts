import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, SeededRandom } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiConnection, type StoredObject } from '../test-support/durability/api-connection.ts';
import type { Attempt, ObjectHistory } from '../test-support/durability/object-history.ts';
import { ResumedWatch } from '../test-support/durability/resumed-watch.ts';
import { Writer } from '../test-support/durability/writer.ts';
import { KINDS, NAMESPACE, STAMP, WIDGETS } from '../test-support/durability/written-kind.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { KubeminProcess } from '../test-support/kubemin-process.ts';

const ROUNDS = process.env.KUBEMIN_TEST_FULL === '1' ? 20 : 4;
const SEED = Number(process.env.KUBEMIN_TEST_SEED ?? Date.now() % 1_000_000);
const WRITERS = 6;
/** The server dies after this many acknowledged writes, and a little while. */
const WRITES = { least: 50, spread: 400 };
const LITTLE_WHILE_MS = 15;
/** How often a restart is killed, too, and how long starting takes at most until then. */
const HASTY = 0.3;
const START_MS = 800;

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

/** A server and who is connected to it. */
interface Served {
  readonly server: KubeminProcess;
  readonly connection: ApiConnection;
}

function launch(): KubeminProcess {
  return home.start('apiserver', '--data-dir', home.path, '--secure-port', '0', '--insecure-port', '0');
}

async function start(): Promise<Served> {
  const server = launch();
  await server.waitForOutput('API server is up');
  return { server, connection: await ApiConnection.open(home.at('apiserver/kubeconfig')) };
}

/** Starts again; now and then that, too, is cut short. */
async function restart(random: SeededRandom): Promise<Served> {
  if (random.next() < HASTY) {
    const hasty = launch();
    await sleep(random.next() * START_MS);
    await hasty.end('SIGKILL');
  }
  return start();
}

/** All clients write and watch until the server is killed at a moment that the seed chooses. */
async function writeUntilKilled(
  { server, connection }: Served,
  writers: readonly Writer[],
  random: SeededRandom,
): Promise<void> {
  const deadly = WRITES.least + random.below(WRITES.spread);
  const delay = random.next() * LITTLE_WHILE_MS;
  let acknowledged = 0;
  const onAcknowledged = (): void => {
    acknowledged += 1;
    if (acknowledged === deadly) setTimeout(() => void server.end('SIGKILL'), delay);
  };
  await Promise.all(writers.map((writer) => writer.write(connection, onAcknowledged)));
  await server.finished();
  connection.close();
  expect(acknowledged).toBeGreaterThanOrEqual(deadly);
}

function followAll({ watches }: World, { connection }: Served): Promise<unknown> {
  return Promise.all(watches.map((watch) => watch.follow(connection)));
}

/** The object is what the client got acknowledged, or the result of the unacknowledged write: never anything between. */
function settle(object: ObjectHistory, found: StoredObject | undefined): void {
  const { attempt, current, path } = object;
  if (attempt === undefined || !hasHappened(attempt, found)) {
    expect(found, path).toEqual(current);
    object.forget();
    return;
  }
  if (attempt.outcome !== undefined) {
    expect(found, path).toMatchObject(attempt.outcome);
    expect(Number(found?.metadata.resourceVersion), path).toBeGreaterThan(
      Number(current?.metadata.resourceVersion ?? 0),
    );
  }
  object.acknowledge(found);
}

function hasHappened({ outcome, stamp }: Attempt, found: StoredObject | undefined): boolean {
  if (outcome === undefined) return found === undefined;
  return found?.metadata.annotations?.[STAMP] === String(stamp);
}

async function read(connection: ApiConnection, object: ObjectHistory): Promise<StoredObject | undefined> {
  const { status, body } = await connection.send('GET', object.path);
  return status === 404 ? undefined : body;
}

/** Every change of every object once, in order, and nothing else. */
function expectComplete(watch: ResumedWatch, objects: readonly ObjectHistory[]): void {
  const versions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions, `${watch.kind.name}: versions only go up`).toEqual([...new Set(versions)].sort((a, b) => a - b));
  for (const { name, changes, kind } of objects.filter((object) => object.kind === watch.kind)) {
    const seen = watch.events.filter(({ object }) => object.metadata.name === name);
    const watched = seen.map(({ type, object }) => ({
      type,
      resourceVersion: type === 'DELETED' ? undefined : object.metadata.resourceVersion,
    }));
    expect(watched, `${kind.name} ${name} as watched`).toEqual(changes);
  }
}

/** No two services have been given one address, whatever was reserved for writes that did not happen. */
async function expectOwnAddresses(connection: ApiConnection): Promise<void> {
  const { body } = await connection.send('GET', '/api/v1/services');
  const addresses = body.items?.map(({ spec }) => Object(spec).clusterIP) ?? [];
  expect(new Set(addresses).size).toBe(addresses.length);
}

async function prepare(connection: ApiConnection): Promise<readonly ResumedWatch[]> {
  await connection.send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  await connection.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGETS);
  return Promise.all(
    KINDS.map(async (kind) => {
      const { body } = await eventually(() => connection.send('GET', kind.path), {
        until: ({ status }) => status === 200,
      });
      return new ResumedWatch(kind, body.metadata.resourceVersion);
    }),
  );
}

/** After a restart: everything acknowledged is there, nothing is half there, the watches have missed nothing. */
async function verify(connection: ApiConnection, world: World, round: number): Promise<void> {
  const { watches, objects } = world;
  const { body } = await connection.send('GET', '/api/v1/namespaces');
  expect(Number(body.metadata.resourceVersion)).toBeGreaterThanOrEqual(world.newest());
  const found = await Promise.all(objects.map((object) => read(connection, object)));
  for (const [index, object] of objects.entries()) settle(object, found[index]);
  await expectOwnAddresses(connection);
  const newest = world.newest();
  const marks = await Promise.all(
    watches.map(({ kind }) => connection.send('POST', kind.path, kind.make(`mark-${round}`, round))),
  );
  for (const { status, body } of marks) {
    expect(status, JSON.stringify(body)).toBe(201);
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(newest);
  }
  await Promise.all(watches.map((watch) => watch.sight(`mark-${round}`)));
  for (const watch of watches) expectComplete(watch, objects);
}

interface World {
  readonly watches: readonly ResumedWatch[];
  readonly objects: readonly ObjectHistory[];
  /** The highest version that a client has seen. */
  newest(): number;
}

function createWorld(watches: readonly ResumedWatch[], writers: readonly Writer[]): World {
  const objects = writers.flatMap((writer) => writer.objects);
  const versions = (): readonly (string | undefined)[] => [
    ...watches.map(({ resourceVersion }) => resourceVersion),
    ...objects.map(({ current }) => current?.metadata.resourceVersion),
  ];
  return { watches, objects, newest: () => Math.max(...versions().map((version) => Number(version ?? 0))) };
}

test(
  `a server killed ${ROUNDS} times while clients write loses nothing it acknowledged (seed ${SEED})`,
  async () => {
    const random = new SeededRandom(SEED);
    const writers = Array.from({ length: WRITERS }, (_, id) => new Writer(id, new SeededRandom(random.below(2 ** 32))));
    let served = await start();
    const world = createWorld(await prepare(served.connection), writers);
    let following = followAll(world, served);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await writeUntilKilled(served, writers, random);
      await following;
      served = await restart(random);
      following = followAll(world, served);
      await verify(served.connection, world, round);
    }
  },
  ROUNDS * 60_000,
);

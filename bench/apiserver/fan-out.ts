import type { H2Connection } from '../support/h2-connection.ts';
import { driveLoad } from '../support/load.ts';
import { type Comparison, compare } from '../support/statistics.ts';
import type { Scenario, Subject } from './bench.ts';
import { CONFIG_MAPS, configMapNames, requestFor } from './config-maps.ts';

const WATCHERS = 100;
const WRITERS = 8;
const WRITES = 300;

/** Every write goes to 100 watchers, each on its own connection. */
export const fanOut: Scenario = async (bench) => {
  const writes = bench.options.scale(WRITES);
  const subjects = [
    await watched(await bench.serve('server-child', await bench.directory()), WATCHERS),
    await watched(await bench.serve('bare-child', await bench.directory()), WATCHERS),
  ];
  for (const subject of subjects) await deliver(subject, configMapNames(10_000_000, writes));
  const [ours = [], theirs = []] = await bench.interleave(subjects, (subject, round) =>
    deliver(subject, configMapNames(round * writes, writes)),
  );
  const compared = (field: keyof Delivery): Comparison =>
    compare(
      ours.map((result) => result[field]),
      theirs.map((result) => result[field]),
    );
  const [many] = subjects;
  const few = await watched(await bench.serve('server-child', await bench.directory()), 1);
  return [
    { name: 'fan-out to 100: CPU per event', unit: 'µs', ...compared('cpuMicros') },
    { name: 'fan-out to 100: events', unit: '/s', ...compared('perSecond') },
    {
      name: 'encodings per write, 100 watchers',
      unit: '',
      ...compare(many === undefined ? [] : [await encodingsPerWrite(many)], [await encodingsPerWrite(few)]),
      than: '1 watcher',
      aim: '= 1',
    },
  ];
};

interface Watched {
  readonly subject: Subject;
  readonly writers: readonly H2Connection[];
  readonly watchers: number;
  readonly counter: EventCounter;
}

async function watched(subject: Subject, watchers: number): Promise<Watched> {
  const counter = new EventCounter();
  const connections = await subject.connect(watchers);
  await Promise.all(connections.map((connection) => connection.follow(`${CONFIG_MAPS}?watch=1`, counter.onData)));
  return { subject, writers: await subject.connect(WRITERS), watchers, counter };
}

interface Delivery {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Until the last event has reached the last watcher. */
async function deliver({ subject, writers, watchers, counter }: Watched, names: readonly string[]): Promise<Delivery> {
  const events = names.length * watchers;
  const delivered = counter.more(events);
  const before = await subject.child.ask('reset');
  const started = performance.now();
  await driveLoad({ child: subject.child, connections: writers, requests: names.map(requestFor.create) });
  await delivered;
  const seconds = (performance.now() - started) / 1000;
  const { cpuMicros } = await subject.child.ask('usage');
  return { perSecond: events / seconds, cpuMicros: (cpuMicros - before.cpuMicros) / events };
}

/** How often anything turned an object into JSON. Measured apart from the rest: counting costs time. */
async function encodingsPerWrite(target: Watched): Promise<number> {
  const { child } = target.subject;
  const writes = 50;
  await child.ask('countEncodings');
  const delivered = target.counter.more(writes * target.watchers);
  const requests = configMapNames(20_000_000, writes).map(requestFor.create);
  await driveLoad({ child, connections: target.writers, requests });
  await delivered;
  return (await child.ask('usage')).encodings / writes;
}

const NEWLINE = 0x0a;

/** Counts lines, one per event, and resolves at the expected number. */
class EventCounter {
  #count = 0;
  #expected = Number.POSITIVE_INFINITY;
  #reached: () => void = () => undefined;

  /** For a stream of events. */
  readonly onData = (chunk: Buffer): void => {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.#count += 1;
    if (this.#count >= this.#expected) this.#reached();
  };

  /** Resolves when this many more events have come. */
  more(events: number): Promise<void> {
    this.#expected = this.#count + events;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }
}

// Started by the benchmark: what SQLite alone takes for the same writes: the same tables, the same settings, and all
// writes that wait share one transaction and one sync to disk.
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { sendToParent } from '../support/child-side.ts';
import { percentile } from '../support/statistics.ts';
import { configMap, configMapName } from './config-maps.ts';
import type { SqliteSettings } from './settings.ts';

process.on('disconnect', () => process.exit(0));
const settings: SqliteSettings = JSON.parse(process.argv[2] ?? '{}');
const database = new DatabaseSync(join(settings.directory, 'bare.sqlite'));
database.exec(`
PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE log (revision INTEGER PRIMARY KEY, key TEXT NOT NULL, previous INTEGER NOT NULL, value BLOB) STRICT;
CREATE TABLE current (key TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`);
const append = database.prepare('INSERT INTO log VALUES (?, ?, 0, ?)');
const setCurrent = database.prepare('INSERT INTO current VALUES (?, ?)');

const commits: number[] = [];
let revision = 0;
let waiting: (() => void)[] = [];

function commit(): void {
  const done = waiting;
  waiting = [];
  const started = performance.now();
  database.exec('BEGIN IMMEDIATE');
  for (const _ of done) {
    revision += 1;
    const key = configMapName(revision);
    append.run(revision, key, value);
    setCurrent.run(key, revision);
  }
  database.exec('COMMIT');
  commits.push(performance.now() - started);
  for (const resolve of done) resolve();
}

async function write(): Promise<void> {
  while (revision < settings.writes) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(commit);
    });
  }
}

const value = Buffer.from(JSON.stringify(configMap(configMapName(0))));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const cpu = process.cpuUsage();
const started = performance.now();
await Promise.all(Array.from({ length: settings.writers }, write));
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
database.close();
sendToParent({
  kind: 'result',
  values: {
    perSecond: revision / seconds,
    cpuMicros: (user + system) / revision,
    commitP99Ms: percentile(commits, 0.99),
    loopDelayP99Ms: delay.percentile(99) / 1e6 - 1,
  },
});
process.disconnect();

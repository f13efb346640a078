// Runs an engine on a database file until it is killed. Arguments: database, journal, executor id.
// A job of the component `dfail` fails, one of `dblock` hangs the first time it is started.

import { appendFileSync } from 'node:fs';
import { silentLogger, systemClock, systemRandom, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient } from '@kubemin/kube';
import { openSqlite } from '@kubemin/sql';
import { createEngine } from '../engine.ts';
import { noteJobTypes, noteRenderer } from './notes.ts';

const [path = '', journal = '', executorId = ''] = process.argv.slice(2);

const engine = await createEngine({
  database: openSqlite({ path }),
  client: createKubeClient(() => Promise.reject(new Error('no cluster here'))),
  renderer: noteRenderer,
  jobTypes: noteJobTypes((component) => async ({ job, clock, write }) => {
    await write(async () => appendFileSync(journal, `${job.id} ${job.attempt}\n`));
    if (component === 'dblock' && job.attempt === 1) await new Promise(() => undefined);
    await clock.sleep(5);
    if (component === 'dfail') throw new TerminalError(verbatim('this one always fails'), { code: 'ALWAYS' });
  }),
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
  executorId,
  settings: { takeOver: 'all', pollIntervalMs: 20 },
});
await engine.start();
// The engine's own timers may be the only thing left to do; stay until killed.
setInterval(() => undefined, 60_000);

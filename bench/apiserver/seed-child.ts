// Started by the benchmark: fills a directory with config maps through the API, without sockets, and ends.
import { ADMIN_USER, createApiServer, fileStorage } from '@kubemin/apiserver';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { sendToParent } from '../support/child-side.ts';
import { CONFIG_MAPS, configMap, configMapName } from './config-maps.ts';
import type { SeedSettings } from './settings.ts';

/** As many as share a commit. */
const BATCH = 500;

process.on('disconnect', () => process.exit(0));
const settings: SeedSettings = JSON.parse(process.argv[2] ?? '{}');
const storage = await fileStorage({ directory: settings.directory });
const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
const server = await createApiServer({ ...parts, storage });

async function create(number: number): Promise<void> {
  const { status } = await server.handler({
    method: 'POST',
    path: CONFIG_MAPS,
    query: new URLSearchParams(),
    headers: {},
    user: ADMIN_USER,
    body: { kind: 'value', value: configMap(configMapName(number)) },
  });
  if (status !== 201) throw new Error(`creating config map ${number} failed with status ${status}`);
}

for (let from = 0; from < settings.objects; from += BATCH) {
  const count = Math.min(BATCH, settings.objects - from);
  await Promise.all(Array.from({ length: count }, (_, index) => create(from + index)));
}
await server.close();
await storage.close();
sendToParent({ kind: 'result', values: { objects: settings.objects } });
process.disconnect();

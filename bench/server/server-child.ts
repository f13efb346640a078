// Started by the benchmark: the platform server as in production, on a SQLite file that syncs every commit. Except for
// the first, runs are stored and not executed: bench:engine measures that.
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { KeyRing, newSecretKey } from '@kubemin/base/vault';
import { createPlatformClient } from '@kubemin/client';
import { builtinJobTypes, createEngine, type JobType } from '@kubemin/engine';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { createClusterRegistry, createPlatformServer } from '@kubemin/server';
import { openSqlite } from '@kubemin/sql';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';
import { APPLICATIONS, applicationName, document } from './endpoints.ts';
import type { ServerSettings } from './settings.ts';

const settings: ServerSettings = JSON.parse(process.argv[2] ?? '{}');
const UNLIMITED = { perSecond: 1e9, burst: 1e9 };

/** Without controllers nothing becomes ready, so these job types do not wait for readiness. */
const jobTypes: readonly JobType[] = builtinJobTypes.map((type) => ({
  ...type,
  run: async (context) => (await type.dryRun?.(context))?.message,
}));

const database = openSqlite({ path: join(settings.directory, 'platform.db') });
const vault = new KeyRing([newSecretKey(systemRandom)], { random: systemRandom, where: 'the benchmark' });
const client = createKubeClient(httpTransport({ ...settings.cluster, userAgent: 'bench' }).handler);
const clusters = await createClusterRegistry({ database, vault, clock: systemClock });
const common = { database, vault, client, clusters, clock: systemClock, random: systemRandom, logger: silentLogger };
const engine = await createEngine({
  ...common,
  renderer: createRenderer(builtinRenderRegistry),
  executorId: 'bench',
  jobTypes,
});
await engine.start();
const server = await createPlatformServer({
  ...common,
  engine,
  model: createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations))),
  tokens: [{ token: settings.token, user: 'bench' }],
  settings: { requests: UNLIMITED },
});
const { port, url } = await server.listen({ host: '127.0.0.1', port: 0 });

const api = createPlatformClient({ url, token: settings.token });
for (let index = 0; index < APPLICATIONS; index += 1) {
  const { id } = await api.saveApplication({ text: document(applicationName(index), 0), format: 'json' });
  if (index > 0) continue;
  const { taskId } = await api.execWorkflow(id);
  for await (const _event of api.followRun(taskId));
}
await engine.stop();
serveParentRequests();
sendToParent({ kind: 'ready', port });

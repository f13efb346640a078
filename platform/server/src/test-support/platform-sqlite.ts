import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createEngine } from '@kubemin/engine';
import { createKubeClient } from '@kubemin/kube';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import type { Migration } from '@kubemin/sql';
import { sqliteTemplate } from '@kubemin/testing/vitest';
import { AUDIT_MIGRATIONS } from '../accounts/index.ts';
import { ACCOUNT_MIGRATIONS } from '../accounts/migrations.ts';
import {
  CLUSTER_MIGRATIONS,
  LIVE_MIGRATIONS,
  PROFILE_MIGRATIONS,
  PROJECT_MIGRATIONS,
  REQUEST_MIGRATIONS,
} from '../api/index.ts';
import { SERVER_MIGRATIONS } from '../applications/index.ts';
import { KEPT_LOG_MIGRATIONS } from '../pods/index.ts';

/** In the order in which a platform creates them. Tables that are missing here are created by the platform itself. */
const MIGRATIONS: Readonly<Record<string, readonly Migration[]>> = {
  clusters: CLUSTER_MIGRATIONS,
  projects: PROJECT_MIGRATIONS,
  live: LIVE_MIGRATIONS,
  server: SERVER_MIGRATIONS,
  profiles: PROFILE_MIGRATIONS,
  logs: KEPT_LOG_MIGRATIONS,
  accounts: ACCOUNT_MIGRATIONS,
  audit: AUDIT_MIGRATIONS,
  requests: REQUEST_MIGRATIONS,
};

/** Creates a SQLite file that has the tables of a platform. */
export const createPlatformSqlite = sqliteTemplate(async (database) => {
  for (const [owner, migrations] of Object.entries(MIGRATIONS)) await database.withTables(owner, migrations);
  // Creates its tables and does not execute anything until it is started.
  await createEngine({
    database,
    client: createKubeClient(() => Promise.reject(new Error('this engine has no cluster'))),
    renderer: createRenderer(builtinRenderRegistry),
    executorId: 'template',
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
});

import type { Clock, Logger } from '@kubemin/base';
import type { Engine } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import type { ApplicationProjects } from '../accounts/index.ts';
import type { ServerTables } from '../api/index.ts';
import { ChangeLog, changeSource, LiveFeed, runSource, SharedTail } from '../live/index.ts';
import type { Deletions, RefusedRevisions } from './ended-runs.ts';

/** What a feed is made of. */
export interface LiveFeedOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly engine: Pick<Engine, 'journal'>;
  readonly projects: ApplicationProjects;
  readonly deletions: Deletions;
  readonly refusals: Pick<RefusedRevisions, 'settle'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The feed of a server; it reads nothing before it runs and has a follower. */
export async function openLiveFeed(options: LiveFeedOptions): Promise<LiveFeed> {
  const { database, engine, projects, deletions, refusals, clock, logger } = options;
  const log = new ChangeLog(database);
  await log.prepare();
  const runs = runSource({
    journal: engine.journal,
    projects,
    onDeletion: () => deletions.settle(),
    onRejection: async (appIds) => {
      await refusals.settle(appIds);
    },
  });
  return new LiveFeed({
    runs: new SharedTail({ source: runs, clock, logger }),
    changes: new SharedTail({ source: changeSource(log, clock), clock, logger }),
  });
}

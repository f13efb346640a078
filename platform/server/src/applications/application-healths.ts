import { type ApplicationHealth, applicationHealth, encodeTexts } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import { type ComponentRow, decodeTextColumn, type ServerTables } from '../api/index.ts';
import { ComponentRows } from '../live/index.ts';

/** Far more than run at the same time. */
const MOST_RUNS = 10_000;

/** The health of applications as wholes, by the states of their components and the runs that are in progress. */
export class ApplicationHealths {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #engine: Pick<Engine, 'tasks'>;

  constructor(database: SqlDatabase<ServerTables>, engine: Pick<Engine, 'tasks'>) {
    this.#database = database;
    this.#engine = engine;
  }

  /** The health of each of these applications, by its id. */
  async of(appIds: readonly string[]): Promise<(appId: string) => ApplicationHealth> {
    const [components, runs] = await Promise.all([
      appIds.length === 0 ? [] : new ComponentRows(this.#database.query).ofAll(appIds),
      this.#engine.tasks({ appIds, status: ['waiting', 'queued', 'running'], limit: MOST_RUNS }),
    ]);
    const byApplication = Map.groupBy(components, (row) => row.app_id);
    // Newest first, so the oldest of an application's stays: the others wait for it.
    const underWay = new Map(runs.map((run) => [run.appId, run]));
    return (appId) => applicationHealth((byApplication.get(appId) ?? []).map(withTexts), underWay.get(appId));
  }
}

function withTexts(row: ComponentRow) {
  return { ...row, ...encodeTexts({ message: decodeTextColumn(row.message_text, row.message) }) };
}

import type { Problem } from '@kubemin/client';
import { type AnyDocument, DEFAULT_CLUSTER } from '@kubemin/model';
import type { Kysely, SqlCapabilities, Transaction } from '@kubemin/sql';
import { brokenRules, createProblem, type ServerTables } from '../api/index.ts';
import { clusterMessages } from '../messages/index.ts';

/** Where a cluster is asked for. */
export interface ClusterUseRequest {
  readonly transaction: Transaction<ServerTables>;
  /** Adds to a problem of the document its place in the text of the author. */
  readonly inSource: (problem: Problem) => Problem;
}

/** Which clusters applications may name. Removing one and beginning to use it wait for each other. */
export class ClusterUse {
  readonly #lock: boolean;

  constructor({ rowLocks }: Pick<SqlCapabilities, 'rowLocks'>) {
    this.#lock = rowLocks;
  }

  /** Refuses a document that names a cluster that is not registered. */
  async requireFor(document: AnyDocument, { transaction, inSource }: ClusterUseRequest): Promise<void> {
    const problems = await this.problems(document, transaction);
    if (problems.length > 0) throw brokenRules(problems.map(inSource));
  }

  /** What is wrong with the cluster a document names. */
  async problems({ cluster }: AnyDocument, query: Kysely<ServerTables>): Promise<readonly Problem[]> {
    if (cluster === undefined || (await this.hold(cluster, query))) return [];
    return [
      createProblem({
        path: 'cluster',
        code: 'CLUSTER_NOT_FOUND',
        message: clusterMessages.notFound({ cluster }),
        fix: clusterMessages.registerFirst({ default: DEFAULT_CLUSTER }),
      }),
    ];
  }

  /** Keeps a cluster registered, or not, until the transaction ends; false when there is none of the name. */
  async hold(cluster: string, query: Kysely<ServerTables>): Promise<boolean> {
    const row = await query
      .selectFrom('clusters')
      .select('name')
      .where('name', '=', cluster)
      .$if(this.#lock && query.isTransaction, (select) => select.forUpdate())
      .executeTakeFirst();
    return row !== undefined;
  }
}

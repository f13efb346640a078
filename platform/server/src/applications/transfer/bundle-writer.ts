import type { Vault } from '@kubemin/base';
import type { BundledApplication, BundledProfile } from '@kubemin/client';
import { readStoredDocument } from '@kubemin/engine';
import { passNumbers, type SqlCapabilities, type Transaction } from '@kubemin/sql';
import { type ApplicationRow, ApplicationRows, namespaceScope, type ServerTables } from '../../api/index.ts';
import { NOT_DEPLOYED, stateColumns } from '../../live/index.ts';
import { ProfileRows } from '../profiles/profile-rows.ts';
import { RevisionRows, readRollout, readWorkflows } from '../revision-rows.ts';

export interface BundleWriterOptions {
  readonly transaction: Transaction<ServerTables>;
  readonly capabilities: Pick<SqlCapabilities, 'separateCounts'>;
  readonly vault: Vault;
  readonly time: number;
}

/** Stores what a bundle holds, with the ids it had; the caller commits the transaction. */
export class BundleWriter {
  readonly #options: BundleWriterOptions;

  constructor(options: BundleWriterOptions) {
    this.#options = options;
  }

  async application(application: BundledApplication, numbers: 'keep' | 'renumber'): Promise<ApplicationRow> {
    const { transaction } = this.#options;
    const row = applicationRow(application);
    // What is back has not departed.
    await transaction.deleteFrom('departed_applications').where('id', '=', row.id).execute();
    await new ApplicationRows(transaction).insert(row);
    await this.#components(application, numbers);
    await this.#revisions(application);
    await new ProfileRows(transaction).become(row.id, application.profiles);
    return row;
  }

  async profile({ kind, name, description, settings }: BundledProfile): Promise<void> {
    const { transaction, time } = this.#options;
    const row = { kind, name, description, settings: JSON.stringify(settings), created_at: time, updated_at: time };
    await new ProfileRows(transaction).put(row);
  }

  /** Nothing of it is known to be delivered here; the status sync finds what is in the cluster. */
  async #components({ id: appId, components }: BundledApplication, numbers: 'keep' | 'renumber'): Promise<void> {
    const { transaction, time, capabilities } = this.#options;
    for (const { id, name, type, removedIn, createdAt } of components) {
      await transaction
        .insertInto('components')
        .values({
          ...(numbers === 'keep' && { id }),
          app_id: appId,
          ...{ name, type, ...stateColumns(NOT_DEPLOYED) },
          removed_in: removedIn,
          created_at: createdAt,
          updated_at: time,
          version: 1,
        })
        .execute();
    }
    if (numbers === 'keep') await passNumbers(transaction, capabilities, { table: 'components', column: 'id' });
  }

  async #revisions({ id: appId, name, revisions }: BundledApplication): Promise<void> {
    const { transaction, vault } = this.#options;
    const rows = new RevisionRows(transaction, vault);
    for (const { note, workflows, rollout, document, ...revision } of revisions) {
      const where = `${name}, revision ${revision.revision}, in the bundle`;
      await rows.insert({
        ...revision,
        appId,
        document: readStoredDocument(JSON.stringify(document), where),
        workflows: readWorkflows(JSON.stringify(workflows)),
        rollout: readRollout(JSON.stringify(rollout)),
        note: note ?? undefined,
        requestId: undefined,
        // Whether an administrator of this platform saved it follows from its creator.
        permitted: undefined,
      });
    }
  }
}

function applicationRow(application: BundledApplication): ApplicationRow {
  const { id, project, cluster, namespace, name, alias, version, description, icon, revision } = application;
  return {
    ...{ id, project, cluster, namespace, name, alias, version, description, icon, revision },
    scope: namespaceScope(application),
    tmp_enable: application.tmpEnable ? 1 : 0,
    workflow_id: application.workflowId,
    created_at: application.createdAt,
    updated_at: application.updatedAt,
    deletion_task: null,
  };
}

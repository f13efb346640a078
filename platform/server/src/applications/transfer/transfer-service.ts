import type { Clock, Random, Vault } from '@kubemin/base';
import {
  type BundleContent,
  type BundledApplication,
  type ExportedBundle,
  type ExportRequest,
  type ImportReport,
  type ImportRequest,
  type Problem,
  transferRoutes,
} from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import { ApiError, type ApplicationRow, bindJson, type ServerTables } from '../../api/index.ts';
import type { ClusterUse } from '../../clusters/index.ts';
import { appendChange, applicationEvent } from '../../live/index.ts';
import { transferMessages } from '../../messages/index.ts';
import type { Deletions } from '../ended-runs.ts';
import { BundleReader, readBundleContent } from './bundle-reader.ts';
import { openBundle, sealBundle } from './bundle-seal.ts';
import { BundleWriter } from './bundle-writer.ts';
import { type Arrival, ImportObstacles } from './import-obstacles.ts';

export interface TransferServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly vault: Vault;
  readonly model: Pick<DocumentReader, 'parse'>;
  readonly clusters: ClusterUse;
  readonly deletions: Deletions;
  readonly clock: Clock;
  readonly random: Random;
  /** Called after each imported application: it may be in the cluster already. */
  readonly onSaved: (application: ApplicationRow) => void;
}

type Outcome = 'created' | 'unchanged';

interface Arrivals {
  readonly applications: readonly (readonly [BundledApplication, Arrival])[];
  readonly profiles: readonly (readonly [BundleContent['profiles'][number], Arrival])[];
}

interface Stored {
  readonly arrivals: Arrivals;
  readonly made: readonly ApplicationRow[];
}

/** Takes applications from one platform to another with all that makes them what they are. */
export class TransferService {
  readonly #options: TransferServiceOptions;

  constructor(options: TransferServiceOptions) {
    this.#options = options;
  }

  async export({ applications, passphrase }: ExportRequest): Promise<ExportedBundle> {
    const { database, vault, deletions, random } = this.#options;
    await deletions.settle();
    const content = await database.transaction(
      (transaction) => {
        const reader = new BundleReader(transaction, vault);
        return applications === undefined ? reader.all() : reader.some(applications);
      },
      // A revision saved meanwhile would otherwise come along without the application being at it.
      { isolation: 'repeatable read' },
    );
    return {
      bundle: await sealBundle(JSON.stringify(content), passphrase, random),
      applications: content.applications,
      profiles: content.profiles,
    };
  }

  /** All of it or nothing. What is there already, exactly as in the bundle, stays. */
  async import({ bundle, passphrase, componentIds }: ImportRequest): Promise<ImportReport> {
    const { deletions } = this.#options;
    const content = readBundleContent(await openBundle(bundle, passphrase));
    this.#refuseInvalid(content);
    await deletions.settle();
    const { arrivals, made } = await this.#store(content, componentIds).catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? taken(cause) : cause;
    });
    for (const row of made) this.#options.onSaved(row);
    return {
      applications: arrivals.applications.map(([application, arrival]) => ({
        ...application,
        outcome: importOutcome(arrival),
      })),
      profiles: arrivals.profiles.map(([profile, arrival]) => ({ ...profile, outcome: importOutcome(arrival) })),
    };
  }

  #store(content: BundleContent, numbers: 'keep' | 'renumber'): Promise<Stored> {
    const { database, vault, clock } = this.#options;
    const time = clock.now();
    return database.transaction(async (transaction) => {
      const arrivals = await this.#arrivals(transaction, content, numbers);
      refuseObstacles(arrivals);
      const writer = new BundleWriter({ transaction, capabilities: database.capabilities, vault, time });
      for (const [profile, { kind }] of arrivals.profiles) if (kind === 'created') await writer.profile(profile);
      const made: ApplicationRow[] = [];
      for (const [application, { kind }] of arrivals.applications) {
        if (kind === 'created') made.push(await writer.application(application, numbers));
      }
      for (const row of made)
        await appendChange(database, transaction, row.project, applicationEvent(row, 'created', time));
      return { arrivals, made };
    });
  }

  /** A bundle of another version of KubeMin may hold what this one would never have stored. */
  #refuseInvalid({ applications }: BundleContent): void {
    const problems = applications.flatMap(({ name, revision, revisions }, index) => {
      const current = revisions.find((each) => each.revision === revision);
      return this.#options.model
        .parse(current?.document)
        .problems.filter(({ severity }) => severity === 'error')
        .map((problem): Problem => ({ ...problem, path: `applications[${index}] ${name}: ${problem.path}` }));
    });
    if (problems.length === 0) return;
    throw new ApiError('BUNDLE_INVALID', transferMessages.invalidDocuments, {
      problems,
    });
  }

  async #arrivals(
    transaction: Transaction<ServerTables>,
    { applications, profiles }: BundleContent,
    numbers: 'keep' | 'renumber',
  ): Promise<Arrivals> {
    const { vault, clusters } = this.#options;
    const obstacles = new ImportObstacles(transaction, new BundleReader(transaction, vault), clusters);
    const arrivals = {
      applications: [] as Arrivals['applications'][number][],
      profiles: [] as Arrivals['profiles'][number][],
    };
    for (const each of applications) arrivals.applications.push([each, await obstacles.ofApplication(each, numbers)]);
    for (const each of profiles) arrivals.profiles.push([each, await obstacles.ofProfile(each)]);
    return arrivals;
  }
}

function refuseObstacles({ applications, profiles }: Arrivals): void {
  const reasons = [...applications, ...profiles].flatMap(([, arrival]) =>
    arrival.kind === 'obstacle' ? [arrival.reason] : [],
  );
  if (reasons.length === 0) return;
  throw new ApiError('IMPORT_CONFLICT', transferMessages.conflicts({ conflicts: reasons }));
}

/** Nothing was in the way when it was looked for. */
function taken(cause: unknown): ApiError {
  return new ApiError('IMPORT_CONFLICT', transferMessages.takenMeanwhile, { cause });
}

/** Obstacles have been refused by now. */
function importOutcome({ kind }: Arrival): Outcome {
  return kind === 'created' ? 'created' : 'unchanged';
}

/** The routes about bundles. */
export function transferHandlers(transfer: TransferService) {
  const { exportApplications, importApplications } = transferRoutes;
  return {
    exportApplications: bindJson(exportApplications, ({ body }) => transfer.export(body)),
    importApplications: bindJson(importApplications, ({ body }) => transfer.import(body)),
  };
}

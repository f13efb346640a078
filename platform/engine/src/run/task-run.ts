import type { Logger } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { RenderedObject } from '@kubemin/render';
import { releaseShares } from '../delivery/index.ts';
import { runMessages, storeMessages } from '../messages/index.ts';
import {
  type ClaimedTask,
  type DeliveredTask,
  type PlanRow,
  readComponentIds,
  readDelivered,
  readOperation,
  readStoredDocument,
  type TaskOutcome,
} from '../store/index.ts';
import {
  allJobs,
  Interruption,
  type PermittedUses,
  permittedUses,
  RejectedError,
  type StepContext,
  type WorkContext,
} from '../task/index.ts';
import { EarlierRuns } from './earlier-runs.ts';
import { claimNames } from './prepare/claim-names.ts';
import type { Delivered, PrepareContext, Prepared } from './prepare/preparation.ts';
import { prepare } from './prepare/prepare.ts';
import {
  type EngineDependencies,
  type RunDependencies,
  type SharedDependencies,
  withCluster,
} from './run-dependencies.ts';
import { RunStore } from './run-store.ts';
import { type SlotHandlers, SlotLease } from './slot-lease.ts';
import { runStages } from './stage-run.ts';
import { StepResults } from './step-results.ts';
import { boundedMessage, Redaction } from './storable-text.ts';
import { undoStage } from './undo-stage.ts';
import { WriteGate } from './write-gate.ts';

const WRITE_GRACE_MS = 500;

/** A run that nothing stands in the way of, and where it delivers. */
interface Ready extends Prepared {
  readonly dependencies: RunDependencies;
  readonly firstRun: boolean;
  readonly permitted: PermittedUses;
  readonly claimNames: StepContext['claimNames'];
}

/** How a run ended: stored by it, or not. */
export type RunEnd = 'ended' | 'interrupted';

/** One claimed task on its way from queued to its end. Nothing of it is shared with other tasks. */
export class TaskRun {
  readonly taskId: string;
  readonly appId: string;
  readonly gate: WriteGate;
  readonly #dependencies: SharedDependencies;
  readonly #claimed: ClaimedTask;
  readonly #logger: Logger;
  readonly #abort = new AbortController();
  readonly #slotLease: SlotLease;
  readonly #redaction = new Redaction();
  readonly #store: RunStore;
  readonly #earlier: EarlierRuns;

  /** Works in a slot that was taken for it. */
  constructor(dependencies: EngineDependencies, claimed: ClaimedTask, place: SlotHandlers) {
    this.taskId = claimed.task.id;
    this.appId = claimed.task.appId;
    this.gate = new WriteGate(dependencies.clock, WRITE_GRACE_MS);
    this.#dependencies = dependencies;
    this.#claimed = claimed;
    this.#slotLease = new SlotLease(place, this.#abort.signal);
    const logger = dependencies.logger.child({ taskId: claimed.task.id, app: claimed.task.appName });
    this.#logger = this.#redaction.logger(logger);
    const [redaction, { signal }] = [this.#redaction, this.#abort];
    this.#store = new RunStore({ ...dependencies, logger: this.#logger, redaction, signal }, claimed.task);
    this.#earlier = new EarlierRuns(this.#store, dependencies.vault, claimed);
  }

  /** Stops the run without storing an end: the caller has stored one, or releases the task. */
  interrupt(reason: Interruption): void {
    this.#abort.abort(reason);
  }

  /**
   * Runs to the stored end, or until interrupted: then another component has stored one, or the task is left as it is.
   * Rejects only when the database fails permanently.
   */
  async run(): Promise<RunEnd> {
    try {
      return (await this.#run()) ? 'ended' : 'interrupted';
    } finally {
      await this.#store.settle();
      await this.#slotLease.release();
    }
  }

  async #run(): Promise<boolean> {
    const store = this.#store;
    const prepared = await this.#prepare();
    if (this.#abort.signal.aborted) return false;
    const rows = 'plan' in prepared ? await store.begin(allJobs(prepared.plan), prepared) : await store.begin([]);
    if (rows === undefined) return false;
    this.#observeBeginning();
    const outcome = 'plan' in prepared ? await this.#execute(prepared, rows) : prepared.failure;
    if (outcome === 'interrupted') return false;
    const deploys = this.#claimed.task.kind === 'deploy';
    if (outcome.status === 'completed' && 'plan' in prepared && deploys) await this.#releaseShares(prepared);
    // Nothing is left to do but to store the end: another task can use the slot meanwhile.
    await this.#slotLease.release();
    const finished = await store.finish(outcome);
    this.#logger.info('a run ended', { ...outcome, stored: finished !== undefined });
    return finished !== undefined;
  }

  #observeBeginning(): void {
    const { observer, clock } = this.#dependencies;
    const { task } = this.#claimed;
    if (task.startedAt === undefined) observer.onTaskStarted(task, clock.now() - task.createdAt);
  }

  /** Everything is rendered and planned before anything is applied: what is wrong here leaves the cluster untouched. */
  async #prepare(): Promise<Ready | { readonly failure: TaskOutcome }> {
    const { task, request, componentIds, operation } = this.#claimed;
    try {
      const where = storeMessages.run({ run: task.number });
      const document = readStoredDocument(this.#dependencies.vault.open(request), where);
      this.#redaction.learn(document);
      const cluster = await this.#store.getCluster(document.cluster);
      const dependencies = withCluster(this.#dependencies, cluster, document);
      const context: PrepareContext = {
        task,
        request: { document, componentIds: readComponentIds(componentIds, where) },
        delivered: (matters) => this.#delivered(matters),
        dependencies,
        store: this.#store,
        signal: this.#abort.signal,
        logger: this.#logger,
      };
      const asked = readOperation(operation, where);
      const prepared = await prepare(context, asked);
      const permitted = permittedUses(asked, dependencies.settings);
      return {
        ...prepared,
        dependencies,
        permitted,
        firstRun: await this.#earlier.isFirst(),
        claimNames: (rendered) => claimNames(context, asked, rendered),
      };
    } catch (thrown) {
      if (!this.#abort.signal.aborted) this.#logger.warn('a run cannot be prepared', { error: thrown });
      const status = thrown instanceof RejectedError ? 'rejected' : 'failed';
      return { failure: { status, error: boundedMessage(errorMessage(thrown)) } };
    }
  }

  async #execute(
    { plan, dependencies, firstRun, permitted, gateway, claimNames }: Ready,
    stored: readonly PlanRow[],
  ): Promise<TaskOutcome | 'interrupted'> {
    const { appId, appName, namespace, revision } = this.#claimed.task;
    const signal = this.#abort.signal;
    const jobOptions = {
      dependencies,
      store: this.#store,
      appId,
      firstRun,
      permitted,
      claimNames,
      application: { name: appName, namespace, revision },
      stepResults: new StepResults(stored),
      slotLease: this.#slotLease,
      gate: this.gate,
      logger: this.#logger,
    };
    const previous = () => this.#previous(undefined, gateway);
    const end = await runStages(
      { ...jobOptions, signal, undo: (stage) => undoStage({ ...jobOptions, signal, previous }, stage) },
      plan.stages,
    );
    return end === 'done' ? { status: 'completed' } : end;
  }

  /** What other applications make and this one does not use any more is theirs alone again. */
  async #releaseShares({ rendered, dependencies }: Ready): Promise<void> {
    const { client, shares } = dependencies;
    const write: WorkContext['write'] = (effect) =>
      this.gate.run(async () => {
        if (!(await this.#store.holdsTask())) throw new Interruption('lost', runMessages.takenOver);
      }, effect);
    try {
      // Most documents share nothing, and are not rendered again to learn that.
      const before = await this.#previous(({ request }) => request.includes('"share"'));
      await releaseShares(
        { client, shares, appId: this.#claimed.task.appId, write, signal: this.#abort.signal },
        before,
        rendered,
      );
    } catch (error) {
      this.#logger.warn('what is shared could not be released; its owner keeps it', { error });
    }
  }

  /** What the last run of the application that completed had delivered; nothing when there was none. */
  async #delivered(matters = (_row: DeliveredTask): boolean => true): Promise<Delivered | undefined> {
    const row = await this.#earlier.lastDelivered();
    if (row === undefined || !matters(row)) return undefined;
    const delivered = readDelivered(row, storeMessages.runBefore({ run: this.#claimed.task.number }));
    this.#redaction.learn(delivered.document);
    return delivered;
  }

  async #previous(
    matters?: (row: DeliveredTask) => boolean,
    gateway?: Prepared['gateway'],
  ): Promise<readonly RenderedObject[]> {
    const delivered = await this.#delivered(matters);
    if (delivered === undefined) return [];
    const { appId } = this.#claimed.task;
    const target = gateway === undefined ? {} : { gateway: gateway.settings };
    return this.#dependencies.renderer.render(delivered.document, { appId, ...delivered, ...target });
  }
}

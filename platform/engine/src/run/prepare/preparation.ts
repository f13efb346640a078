import type { Logger } from '@kubemin/base';
import type { AnyDocument } from '@kubemin/model';
import type { RenderedObject } from '@kubemin/render';
import type { Tracks } from '../../plan/index.ts';
import type { DeliveredTask, Delivers } from '../../store/index.ts';
import type { GatewayChoice, Operation, OperationKind, Plan, Task } from '../../task/index.ts';
import type { RunDependencies } from '../run-dependencies.ts';
import type { RunStore } from '../run-store.ts';

/** What a run does once nothing stands in its way. */
export interface Prepared extends Delivers {
  readonly plan: Plan;
  /** What the cluster holds of the application when the run has completed. */
  readonly rendered: readonly RenderedObject[];
  /** Which kind of gateway routes are for; undefined where there are none. */
  readonly gateway?: GatewayChoice;
}

/** A document with what rendering it takes. */
export interface Delivered {
  readonly document: AnyDocument;
  readonly componentIds: Readonly<Record<string, number>>;
  readonly tracks: Tracks;
}

/** What preparing a run reads from the database, and the names it claims there. */
export type PreparationStore = Pick<RunStore, 'listJobs' | 'previousTask' | 'lastCompleted' | 'claimNames'>;

/** What preparing a run has at hand. Nothing is written meanwhile. */
export interface PrepareContext {
  readonly task: Task;
  /** What was asked for. */
  readonly request: Omit<Delivered, 'tracks'>;
  /** What the last run that completed has delivered; nothing, and unread, when its row shows that it does not matter. */
  readonly delivered: (matters?: (row: DeliveredTask) => boolean) => Promise<Delivered | undefined>;
  readonly dependencies: RunDependencies;
  readonly store: PreparationStore;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Turns one kind of operation into a plan; throws what stands in its way, in words, with the cluster untouched. */
export type Preparation<K extends OperationKind> = (
  context: PrepareContext,
  operation: Extract<Operation, { readonly kind: K }>,
) => Promise<Prepared>;

/**
 * Tasks, jobs, events, claims and the leader in the SQL database; `TaskStore` and `JobStore` are the main ones. Each
 * transition is one conditional update, and its events are stored in the same transaction: a transition that another
 * instance made first is rejected, not overwritten, and changes of a job need the executor that holds its task. Every
 * transition changes the row of the task first, so that no two transactions wait for each other. `ENGINE_MIGRATIONS`
 * is the schema; released migrations are never edited.
 */
export { Announcements } from './announcements.ts';
export { type CallbackOutcome, CallbackRows, type DueCallback, type HeldCallback } from './callback-rows.ts';
export { type CancelRequest, CancelRequests } from './cancel-requests.ts';
export { type Claimant, ClaimStore, type RefusedClaim } from './claim-store.ts';
export type { Claim, ClaimedTask, DeliveredTask } from './claimed-task.ts';
export { EventJournal } from './event-journal.ts';
export { EventLog } from './event-log.ts';
export { InstanceRows } from './instance-rows.ts';
export { type DecisionEntry, JobStore } from './job-store.ts';
export { endedJob, isHeldBy, type JobEnding, type JobOutcome, type JobOwner } from './job-transition.ts';
export { type Leader, LeaderRow } from './leader-row.ts';
export { ENGINE_MIGRATIONS } from './migrations.ts';
export { type PlanRow, pairRows } from './plan-rows.ts';
export { readTexts } from './row-mapping.ts';
export { RunArchive } from './run-archive.ts';
export {
  type JobFigures,
  type QueueFigures,
  RunFigures,
  type TaskProgress,
  type WorkerFigures,
} from './run-figures.ts';
export type { StoreOptions } from './store-options.ts';
export { readComponentIds, readDelivered, readOperation, readStoredDocument } from './stored-request.ts';
export { lockTasks } from './task-lock.ts';
export { type Delivers, type TaskOutcome, TaskStore } from './task-store.ts';

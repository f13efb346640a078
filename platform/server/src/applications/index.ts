/**
 * Applications, their revisions and trait profiles, and their transfer between platforms. `ApplicationService` reads
 * and changes them; `ApplicationSaver` stores application, components and revision in one transaction, after checking
 * what the document may change, grant and use. Revisions are not changed once stored, but for permissions of an
 * administrator. Responses mask secret values; documents are sealed in the database. Deletions and refused updates are
 * settled when applications are read, on whichever instance the run ended.
 */
export { ApplicationSaver } from './application-saver.ts';
export { type ApplicationDraft, ApplicationService, type ApplicationSnapshot } from './application-service.ts';
export { ApplicationHealths, revisionView, ServedRevisions, servingView } from './application-view.ts';
export { Deletions, RefusedRevisions, rejectWhileDeleting } from './ended-runs.ts';
export { LiveWorkloads } from './live-workloads.ts';
export { SERVER_MIGRATIONS } from './migrations.ts';
export { openLiveFeed } from './open-live-feed.ts';
export { ProfileService, profileHandlers } from './profiles/profile-service.ts';
export { ResourceUseChecker } from './resource-use-checker.ts';
export {
  deliveredDocument,
  keepStepsOf,
  type RevisionContent,
  RevisionRows,
  type Rollout,
  type StoredWorkflow,
} from './revision-rows.ts';
export { describeRevisionChanges, documentChanges } from './revisions/revision-summary.ts';
export type { AmendRequest, SaveResult } from './save-request.ts';
export { TransferService, transferHandlers } from './transfer/transfer-service.ts';

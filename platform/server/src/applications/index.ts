/**
 * Applications, their revisions and trait profiles, and their transfer between platforms. `ApplicationService` reads
 * and changes them; `ApplicationSaver` stores application, components and revision in one transaction, after checking
 * what the document may change, grant and use. Revisions are not changed once stored, but for permissions of an
 * administrator. Responses mask secret values; documents are sealed in the database. Deletions and refused updates are
 * settled when applications are read, on whichever instance the run ended.
 */
export { ApplicationHealths } from './application-healths.ts';
export { type AmendRequest, ApplicationSaver, type SaveResult } from './application-saver.ts';
export { type ApplicationDraft, ApplicationService, type ApplicationSnapshot } from './application-service.ts';
export { revisionView } from './application-view.ts';
export { checkedDocument } from './checked-document.ts';
export { Deletions, rejectWhileDeleting } from './deletions.ts';
export { LiveWorkloads } from './live-workloads.ts';
export { maskedObject, objectSecrets } from './masked-object.ts';
export { SERVER_MIGRATIONS } from './migrations.ts';
export { openLiveFeed } from './open-live-feed.ts';
export { ProfileService, profileHandlers } from './profiles/profile-service.ts';
export { RefusedRevisions } from './refused-revisions.ts';
export { ResourceUseChecker } from './resource-use-checker.ts';
export {
  deliveredDocument,
  type RevisionContent,
  type Rollout,
  type StoredWorkflow,
  stepsWithin,
} from './revision-content.ts';
export { RevisionRows } from './revision-rows.ts';
export { describeRevisionChanges, documentChanges } from './revisions/revision-summary.ts';
export { unmaskSecrets } from './secret-mask.ts';
export { ServedRevisions, servingView } from './served-revisions.ts';
export { TransferService, transferHandlers } from './transfer/transfer-service.ts';

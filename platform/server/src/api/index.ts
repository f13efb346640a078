/**
 * What all services of the REST API share. `bindJson` and its siblings bind a typed handler to a route of the
 * contract: they validate the request, and send only what the schema of the response allows. `ApiError` responds with
 * an error of the catalogue, `Caller` has the permissions, `makeIdempotent` executes requests with one Idempotency-Key
 * once across instances. Also page cursors, rate limits, and tables that several modules join. Depends on no other
 * module but messages.
 */
export { ApiError, applicationNotFound, revisionNotFound, runNotFound, runNumber } from './api-error.ts';
export { type ApplicationKey, describePlace, namespaceScope } from './application-scope.ts';
export {
  type BoundRoute,
  bindEvents,
  bindJson,
  bindStream,
  bindText,
  type EventBursts,
  type IncomingRequest,
  type StreamEvent,
} from './bound-route.ts';
export {
  type Caller,
  createCaller,
  Permissions,
  type ProjectSet,
  type RequestContext,
  type RequestSubject,
} from './caller.ts';
export { CLUSTER_MIGRATIONS, type ClusterRow, type ClusterTables } from './cluster-tables.ts';
export {
  acceptDocument,
  brokenRules,
  type DocumentReading,
  type IncomingDocument,
  readDocument,
  unknownFieldPolicy,
} from './document-reader.ts';
export { instant } from './instant.ts';
export { LIVE_MIGRATIONS, type LiveTables } from './live-tables.ts';
export { buildPage, encodeCursor, readCursor } from './page-cursor.ts';
export { createProblem, moreProblems, problemMessage } from './problem.ts';
export { PROFILE_MIGRATIONS, type ProfileRow } from './profile-tables.ts';
export { type RateLimit, RateLimited, RateLimiter } from './rate-limiter.ts';
export { checkValueBounds, type ValueBounds } from './request-body.ts';
export { IdempotentRequests, makeIdempotent } from './requests/idempotent-requests.ts';
export { REQUEST_MIGRATIONS, type RequestTables } from './requests/request-tables.ts';
export { jobView, runEventView, taskView } from './run-view.ts';
export { SERVER_SEALED_COLUMNS } from './sealed-columns.ts';
export type { ApplicationRow, ComponentRow, RevisionRow, ServerTables } from './tables.ts';
export { decodeTextColumn, encodeTextColumn } from './text-column.ts';
export { withTimeout } from './with-timeout.ts';

/**
 * What all services of the REST API share. `bindJson` and its siblings bind a typed handler to a route of the
 * contract: they validate the request, and send only what the schema of the response allows. `ApiError` responds with
 * an error of the catalogue, `Caller` has the permissions, `IdempotentRequests` executes requests with one Idempotency-Key
 * once across instances. Also page cursors and tables that several modules join. Depends on no other
 * module but messages.
 */
export { ApiError, applicationNotFound, revisionNotFound, runNotFound, runNumber } from './api-error.ts';
export {
  APPLICATION,
  type ApplicationPlace,
  ApplicationRows,
  describePlace,
  namespaceScope,
  savedChange,
} from './application-rows.ts';
export {
  type BoundRoute,
  bindEvents,
  bindJson,
  bindSocket,
  bindStream,
  bindText,
  checkValueBounds,
  type EventBursts,
  type IncomingRequest,
  type RouteResponse,
  type SocketServer,
  type SocketSession,
  type StreamEvent,
  type ValueBounds,
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
  checkedDocument,
  type DocumentReading,
  type IncomingDocument,
  readDocument,
  unknownFieldPolicy,
  unmaskSecrets,
} from './document-reader.ts';
export { LIVE_MIGRATIONS, type LiveTables } from './live-tables.ts';
export { CHANGED_MASK, maskedObject, objectSecrets } from './masked-object.ts';
export { buildPage, encodeCursor, readCursor } from './page-cursor.ts';
export { createProblem, moreProblems, problemMessage } from './problem.ts';
export { PROFILE_MIGRATIONS, type ProfileRow } from './profile-tables.ts';
export { PROJECT_MIGRATIONS, type ProjectRow } from './project-tables.ts';
export { IdempotentRequests } from './requests/idempotent-requests.ts';
export { REQUEST_MIGRATIONS, type RequestTables } from './requests/request-tables.ts';
export { callbackView, jobView, runEventView, taskView } from './run-view.ts';
export {
  type ApplicationRow,
  type ComponentRow,
  type RevisionRow,
  SERVER_SEALED_COLUMNS,
  type ServerTables,
} from './tables.ts';
export { withTimeout } from './with-timeout.ts';

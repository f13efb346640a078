/**
 * Everything that the console knows of the platform: the session of the user, the client, the cached queries of the REST
 * API, the one stream of live events that keeps them current, and what the user may do. Pages read with the query options
 * of this module and never call `fetch`. The token is in memory and in `sessionStorage`, which other origins, and other
 * ports of the same machine, cannot read; other tabs of the console receive it by a `BroadcastChannel`.
 */
export { type OpenQuestion, openQuestions, useOpenQuestions, useQuestionsPending } from './approvals.ts';
export { LiveProvider, type LiveState, useLiveEvents, useLiveState, usePollInterval } from './live.tsx';
export { PlatformProvider, usePlatform } from './platform-context.tsx';
export * from './queries.ts';
export { type Rights, useRights } from './rights.ts';
export { type Session, SessionStore, type SessionStoreOptions } from './session.ts';
export { shortReason } from './short-reason.ts';
export { readStoredDocument, type StoredDocument, storedDocumentQuery } from './stored-document.ts';

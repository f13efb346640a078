/**
 * A REST API for declared resources (`createApiExt`): flat objects, pages, filters, actions, and the progress of phase
 * machines. It keeps no state and has no permissions of its own: each request acts as its caller, whom
 * `tokenReviewAuthenticator` identifies and impersonates. Requests without credentials are rejected. Its own identity
 * must be allowed to impersonate, so it can act as any user.
 */

export { type ApiExtModule, type ApiExtOptions, createApiExt } from './apiext.ts';
export type { MiddlewareName } from './apiext-middlewares.ts';
export {
  type CallerAuthenticator,
  type CallerClients,
  type CallerTransports,
  callerTransports,
} from './caller-transports.ts';
export type { PhaseViews } from './phase-views.ts';
export { type TokenReviewAuthenticatorOptions, tokenReviewAuthenticator } from './token-review-authenticator.ts';

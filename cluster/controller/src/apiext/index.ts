/**
 * Serves extension APIs and webhooks of a controller.
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

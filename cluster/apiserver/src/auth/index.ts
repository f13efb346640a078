/**
 * Authentication and authorization; `startAccessControl` sets up both, with the review resources and service account
 * tokens. The first `Authenticator` that knows the user decides; credentials that one refused and none accepted are
 * refused, never treated as anonymous. The first `Authorizer` that allows decides; members of system:masters may do
 * everything. Authorizers decide from memory, as each request calls them. RBAC and Node are the default modes.
 */
export {
  type AccessControl,
  type AccessControlOptions,
  allowAnonymous,
  startAccessControl,
  unionAuthenticator,
} from './access-control.ts';
export type { Authentication, Authenticator, ClientCertificate, Credentials } from './authentication/authenticator.ts';
export {
  certificateAuthenticator,
  type KubectlRule,
  kubectlPolicy,
  localhostAuthenticator,
  type TokenUser,
  tokenAuthenticator,
} from './authentication/authenticators.ts';
export { AuthorizationHeader } from './authentication/authorization-header.ts';
export { type EphemeralToken, EphemeralTokens, type IssuedToken } from './authentication/ephemeral-tokens.ts';
export { parseTokenFile, type TokenFile } from './authentication/token-file.ts';
export { ADMIN_USER } from './authentication/well-known-users.ts';
export type { Access } from './authorization/access.ts';
export { requestedAccess } from './authorization/access.ts';
export { authorizationModes } from './authorization/authorization-modes.ts';
export { type Authorizer, authorizeRequest, requireAccess } from './authorization/authorizer.ts';
export { impersonateUser } from './authorization/impersonation.ts';
export { userNodeName } from './node/node-identity.ts';
export { type ReferencedKind, referencedNames } from './node/pod-references.ts';
export { loadServiceAccountSigner, type ServiceAccountSigner } from './service-accounts/service-account-signer.ts';
export type { ServiceAccountSettings } from './service-accounts/service-account-tokens.ts';

/**
 * Users, tokens, login codes, roles and the audit log: `openAccounts`, `bearerAuthentication`, `RequestAuthorizer`,
 * `AuditTrail`. Tokens are stored as digests and never allow more than the roles of their user; a new token is not
 * wider than the one that requested it. A caller who may not read a project gets the response for what does not exist.
 * The audit entry of a request is stored before its work begins: no change without an entry.
 */
export { type Accounts, accountHandlers, openAccounts } from './accounts.ts';
export { ApplicationProjects } from './application-projects.ts';
export { AuditService, auditHandlers } from './audit/audit-service.ts';
export { AuditEntry, type AuditedRequest, AuditRows, AuditTrail } from './audit/audit-trail.ts';
export { AUDIT_MIGRATIONS, type AuditTables } from './audit/tables.ts';
export { type AccessToken, bearerAuthentication } from './bearer-token.ts';
export {
  type AuthorizedRequest,
  type Credentials,
  forbidden,
  pathSubject,
  type RateLimit,
  RateLimited,
  RateLimiter,
  RequestAuthorizer,
  requirePermission,
  requireProjectPermission,
} from './request-authorizer.ts';
export type { AccountTables } from './tables.ts';
export { TokenRows } from './token-rows.ts';

/**
 * Users, tokens, roles and sessions, and the audit log.
 */
export { type Accounts, accountHandlers, openAccounts } from './accounts.ts';
export {
  Admission,
  ApplicationProjects,
  forbidden,
  pathSubject,
  requirePermission,
  requireProjectPermission,
} from './admission.ts';
export { AuditService, auditHandlers } from './audit/audit-service.ts';
export { AuditEntry, type AuditedRequest, AuditRows, AuditTrail } from './audit/audit-trail.ts';
export { AUDIT_MIGRATIONS, type AuditTables } from './audit/tables.ts';
export { type AccessToken, type Authenticate, type BearerCredentials, bearerAuthentication } from './bearer-token.ts';
export type { AccountTables } from './tables.ts';
export { TokenRows } from './token-rows.ts';

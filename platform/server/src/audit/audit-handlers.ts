import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { AuditService } from './audit-service.ts';

/** Answers the route about who did what. */
export function auditHandlers(audit: AuditService) {
  return { listAudit: bindJson(routes.listAudit, ({ query }) => audit.list(query)) };
}

import { type AuditEntry, type AuditFilter, type AuditList, instant, routes } from '@kubemin/client';
import { bindJson } from '../../api/index.ts';
import type { AuditRows } from './audit-trail.ts';
import type { AuditRow } from './tables.ts';

/** Lists for administrators who did what. */
export class AuditService {
  readonly #rows: Pick<AuditRows, 'list'>;

  constructor(rows: Pick<AuditRows, 'list'>) {
    this.#rows = rows;
  }

  async list({ since, until, limit, ...filter }: AuditFilter): Promise<AuditList> {
    const span = { since: parseTime(since), until: parseTime(until) };
    const rows = await this.#rows.list({ ...filter, ...span, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      entries: shown.map(entryView),
      ...(rows.length > limit && last !== undefined && { next: last.id }),
    };
  }
}

function parseTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

function entryView(row: AuditRow): AuditEntry {
  const { id, route, method, path, address } = row;
  return {
    ...{ id, route, method, path, address },
    time: instant(row.time),
    requestId: row.request_id,
    user: row.user_name,
    userAgent: row.user_agent,
    ...(row.token_id !== null && { tokenId: row.token_id }),
    ...(row.app_id !== null && { appId: row.app_id }),
    ...(row.task_id !== null && { taskId: row.task_id }),
    ...(row.project !== null && { project: row.project }),
    ...(row.status !== null && { status: row.status }),
    ...(row.error !== null && { error: row.error }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.ended_at !== null && { endTime: instant(row.ended_at) }),
  };
}

/** Handles the route of the audit. */
export function auditHandlers(audit: AuditService) {
  return { listAudit: bindJson(routes.listAudit, ({ query }) => audit.list(query)) };
}

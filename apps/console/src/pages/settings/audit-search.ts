import * as z from 'zod';

const text = z.string().min(1).optional().catch(undefined);

/** The filters of the audit log, which are in its address; days as `2026-01-31`. */
export const auditSearchSchema = z.object({ user: text, since: text, until: text });

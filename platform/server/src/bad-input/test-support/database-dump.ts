import { type SqlDatabase, sql } from '@kubemin/sql';

/** What changes without a request: instances and leases, and records such as those of refused attempts. */
const RESTLESS_TABLES = /instance|leader|lease|audit|heartbeat|attempt|rate/;
const RESTLESS_COLUMNS = /heartbeat|announced|last_used|seen/;

/** Everything a database holds, as text, except what changes without a request. */
export async function databaseDump({ query }: SqlDatabase): Promise<string> {
  const tables = await query.introspection.getTables();
  const parts: string[] = [];
  for (const { name } of tables.filter((table) => !RESTLESS_TABLES.test(table.name))) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(query);
    const lines = rows.map((row) =>
      JSON.stringify(row, (key, value: unknown) => (RESTLESS_COLUMNS.test(key) ? undefined : value)),
    );
    parts.push(`${name}:`, ...lines.sort());
  }
  return parts.join('\n');
}

/** Whether no run is in progress, so that nothing changes any more without a request. */
export async function isQuiet({ query }: SqlDatabase): Promise<boolean> {
  const { rows } = await sql`select id from tasks where status in ('waiting', 'queued', 'running')`.execute(query);
  return rows.length === 0;
}

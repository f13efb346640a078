import { CompiledQuery, type SqlDatabase } from '@kubemin/sql';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Row = Readonly<Record<string, unknown>>;

interface Explanation {
  readonly explain: string;
  /** The tables that are read from end to end. */
  scansOf(rows: readonly Row[]): readonly string[];
}

const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  sqlite: {
    explain: 'explain query plan',
    scansOf: (rows) => rows.flatMap(({ detail }) => /^SCAN (\w+)/.exec(String(detail))?.[1] ?? []),
  },
  postgres: {
    explain: 'explain (format json)',
    scansOf: (rows) => rows.flatMap((row) => postgresScans(JSON.parse(String(row['QUERY PLAN'])))),
  },
  mysql: {
    explain: 'explain',
    scansOf: (rows) => rows.filter(({ type }) => type === 'ALL' || type === 'index').map(({ table }) => String(table)),
  },
};

/** The tables a statement would read from end to end, be it by an index, as the database itself explains it. */
export async function tableScans<Tables>(
  database: SqlDatabase<Tables>,
  statement: Statement,
): Promise<readonly string[]> {
  const explanation = EXPLANATIONS[database.capabilities.dialect];
  if (explanation === undefined) throw new Error(`nobody knows how ${database.capabilities.dialect} explains queries`);
  const query = CompiledQuery.raw(`${explanation.explain} ${statement.sql}`, [...statement.parameters]);
  const { rows } = await database.query.executeQuery<Row>(query);
  return explanation.scansOf(rows);
}

/** An index without a condition is read as a whole, too. */
function postgresScans(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(postgresScans);
  if (typeof plan !== 'object' || plan === null) return [];
  const node = new Map<string, unknown>(Object.entries(plan));
  const type = String(node.get('Node Type'));
  const whole = type === 'Seq Scan' || (/Index (Only )?Scan$/.test(type) && !node.has('Index Cond'));
  const below = [...node.values()].flatMap(postgresScans);
  return whole ? [String(node.get('Relation Name') ?? node.get('Index Name')), ...below] : below;
}

import { CompiledQuery, type SqlDatabase } from '@kubemin/sql';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Row = Readonly<Record<string, unknown>>;

interface Explanation {
  readonly explain: string;
  /** Asks for indexes that hold a part of their table only: reading one of them whole is no scan. */
  readonly partialIndexes?: string;
  /** The tables that are read from end to end. */
  scansOf(rows: readonly Row[], partial: ReadonlySet<unknown>): readonly string[];
}

const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  sqlite: {
    explain: 'explain query plan',
    scansOf: (rows) => rows.flatMap(({ detail }) => /^SCAN (\w+)/.exec(String(detail))?.[1] ?? []),
  },
  postgres: {
    explain: 'explain (format json)',
    partialIndexes: 'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    scansOf: (rows, partial) => rows.flatMap((row) => postgresScans(JSON.parse(String(row['QUERY PLAN'])), partial)),
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
  if (explanation === undefined) throw new Error(`no query explanation is known for ${database.capabilities.dialect}`);
  const query = CompiledQuery.raw(`${explanation.explain} ${statement.sql}`, [...statement.parameters]);
  const { rows } = await database.query.executeQuery<Row>(query);
  const { partialIndexes } = explanation;
  const partial =
    partialIndexes === undefined
      ? []
      : (await database.query.executeQuery<Row>(CompiledQuery.raw(partialIndexes))).rows.map(({ name }) => name);
  return explanation.scansOf(rows, new Set(partial));
}

/** An index without a condition is read as a whole, too. */
function postgresScans(plan: unknown, partial: ReadonlySet<unknown>): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap((part) => postgresScans(part, partial));
  if (typeof plan !== 'object' || plan === null) return [];
  const node = new Map<string, unknown>(Object.entries(plan));
  const type = String(node.get('Node Type'));
  const byIndex = /Index (Only )?Scan$/.test(type) && !partial.has(node.get('Index Name'));
  const whole = type === 'Seq Scan' || (byIndex && !node.has('Index Cond'));
  const below = [...node.values()].flatMap((part) => postgresScans(part, partial));
  return whole ? [String(node.get('Relation Name') ?? node.get('Index Name')), ...below] : below;
}

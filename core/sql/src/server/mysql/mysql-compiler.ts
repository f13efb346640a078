import {
  type ColumnDefinitionNode,
  type CreateTableNode,
  DataTypeNode,
  ForeignKeyConstraintNode,
  MysqlQueryCompiler,
  type OperationNode,
  RawNode,
  type ReferencesNode,
} from 'kysely';

const LARGE: Readonly<Record<string, OperationNode>> = {
  text: RawNode.createWithSql('longtext'),
  blob: RawNode.createWithSql('longblob'),
};

/** Gives tables and columns the meaning they have in every dialect. */
export class MysqlCompiler extends MysqlQueryCompiler {
  readonly #tableOptions: OperationNode;

  constructor(collation: string) {
    super();
    // The server's own collation may take `a` for `A`, or ignore spaces at the end.
    this.#tableOptions = RawNode.createWithSql(`engine = InnoDB default character set utf8mb4 collate ${collation}`);
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    const keys = node.columns.flatMap(foreignKeyConstraint);
    super.visitCreateTable({
      ...node,
      ...(keys.length > 0 && { constraints: [...(node.constraints ?? []), ...keys] }),
      endModifiers: [...(node.endModifiers ?? []), this.#tableOptions],
    });
  }

  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const { references: _, ...rest } = node;
    const large = DataTypeNode.is(node.dataType) ? LARGE[node.dataType.dataType] : undefined;
    super.visitColumnDefinition(large === undefined ? rest : { ...rest, dataType: large });
  }
}

/** MySQL reads `references` beside a column and forgets it; beside the columns it keeps it. */
function foreignKeyConstraint({ column, references }: ColumnDefinitionNode): readonly ForeignKeyConstraintNode[] {
  if (references === undefined) return [];
  const { table, columns, onDelete, onUpdate }: ReferencesNode = references;
  const key = ForeignKeyConstraintNode.create([column], table, columns);
  return [{ ...key, ...(onDelete !== undefined && { onDelete }), ...(onUpdate !== undefined && { onUpdate }) }];
}

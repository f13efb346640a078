import { type ColumnDefinitionNode, DataTypeNode, type OperationNode, PostgresQueryCompiler, RawNode } from 'kysely';

const BY_CODE_POINT = RawNode.createWithSql('collate "C"');

/** Gives columns the meaning they have in every dialect. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(portable(node));
  }
}

function portable(node: ColumnDefinitionNode): ColumnDefinitionNode {
  const type = typeOf(node.dataType);
  if (type === 'blob') return { ...node, dataType: RawNode.createWithSql('bytea') };
  if (node.autoIncrement) {
    const dataType = RawNode.createWithSql(type === 'bigint' ? 'bigserial' : 'serial');
    return { ...node, dataType, autoIncrement: false };
  }
  if (type !== 'text' && !type.startsWith('varchar')) return node;
  // The database's own collation may follow a language: other orders, and other answers to `<`.
  return { ...node, frontModifiers: [BY_CODE_POINT, ...(node.frontModifiers ?? [])] };
}

function typeOf(node: OperationNode): string {
  return DataTypeNode.is(node) ? node.dataType : '';
}

import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A column of a table. */
export interface Column<T> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (item: T) => ReactNode;
  readonly width?: string;
  readonly numeric?: boolean;
  /** Left out on narrow screens, where rows become short lists. */
  readonly wideOnly?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string;
}

/** A table of things; on narrow screens each row becomes a short list. */
export function Table<T>({ label, columns, items, itemKey }: TableProps<T>) {
  const cellClass = (column: Column<T>): string =>
    [column.numeric === true && styles.numeric, column.wideOnly === true && styles.wideColumn]
      .filter(Boolean)
      .join(' ');
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                {...(column.width !== undefined && { style: { width: column.width } })}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={itemKey(item)}>
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

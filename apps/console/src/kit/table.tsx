import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  /** At the end of the first line of its row on narrow screens: a menu. */
  readonly inFirstLine?: boolean;
}

/** A long table renders this many rows at first, and this many beyond each edge of what is in view. */
const FIRST_ROWS = 40;
const MORE_ROWS = 20;

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string;
  /** Whether only rows near the view are in the page, for thousands of rows of about the same height. */
  readonly windowed?: boolean;
}

/** A table of things; on narrow screens each row becomes a short list. */
export function Table<T>({ label, columns, items, itemKey, windowed = false }: TableProps<T>) {
  const { body, from, to, rowHeight } = useRowWindow(items.length, windowed);
  const shown = windowed ? items.slice(from, to) : items;
  const cellClass = (column: Column<T>): string =>
    [
      column.numeric === true && styles.numeric,
      column.wideOnly === true && styles.wideColumn,
      column.inFirstLine === true && styles.inFirstLine,
    ]
      .filter(Boolean)
      .join(' ');
  // With the widths of all columns but one given, contents that change do not move columns.
  const isFixed = columns.filter(({ width }) => width === undefined).length <= 1;
  return (
    <div className={styles.scroll}>
      <table
        className={[styles.table, isFixed && styles.fixed].filter(Boolean).join(' ')}
        aria-label={label}
        aria-rowcount={windowed ? items.length + 1 : undefined}
      >
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
        <tbody ref={body}>
          {windowed && from > 0 && <Spacer height={from * rowHeight} columns={columns.length} />}
          {shown.map((item, index) => (
            <tr key={itemKey(item)} aria-rowindex={windowed ? from + index + 2 : undefined}>
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
          {windowed && to < items.length && (
            <Spacer height={(items.length - to) * rowHeight} columns={columns.length} />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of rows that are not in view. */
function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden className={styles.spacer} style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

/** Which rows are near the view, by the scroll position of the page and the mean height of rows. */
function useRowWindow(count: number, isOn: boolean) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState({ from: 0, to: FIRST_ROWS, rowHeight: 48 });
  useEffect(() => {
    const element = body.current;
    const scroller = element === null ? null : scrollParent(element);
    if (!isOn || element === null || scroller === null) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const rows = [...element.querySelectorAll<HTMLElement>('tr[aria-rowindex]')];
      const height = rows.reduce((sum, row) => sum + row.offsetHeight, 0);
      const rowHeight = rows.length === 0 || height === 0 ? 48 : height / rows.length;
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(above / rowHeight) - MORE_ROWS);
      const to = Math.min(count, Math.ceil((above + scroller.clientHeight) / rowHeight) + MORE_ROWS);
      setRange((now) => {
        const isNear = Math.abs(now.from - from) < MORE_ROWS / 2 && Math.abs(now.to - to) < MORE_ROWS / 2;
        // Rows at both ends are always there, so that the end of the list comes into view.
        const isEnd = to === count && now.to < count;
        return isNear && !isEnd && now.to <= count ? now : { from, to: Math.max(to, from + 1), rowHeight };
      });
    };
    const schedule = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    schedule();
    scroller.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [count, isOn]);
  return { body, ...range };
}

function scrollParent(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight)
      return parent;
  }
  return document.documentElement;
}

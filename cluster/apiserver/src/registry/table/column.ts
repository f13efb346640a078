import type { KubeObject } from '@kubemin/kubeapi';

/** What a cell can hold; null is shown as `<none>`. */
export type Cell = string | number | boolean | null;

/** One column of `kubectl get`: its heading and how its cells come from an object. */
export interface Column<T extends KubeObject = KubeObject> {
  readonly name: string;
  /** What the cells hold: string, integer, number, boolean, date. @default 'string' */
  readonly type?: string;
  /** Shown only with `-o wide`. @default false */
  readonly wide?: boolean;
  readonly format?: string;
  /** @default its name */
  readonly description?: string;
  /** Above 0 it is shown only with `-o wide`. @default 1 for wide columns, else 0 */
  readonly priority?: number;
  /** A method, so that columns of one kind stand in the table of columns of any kind. */
  cell(object: T, now: number): Cell;
}

/** What `kubectl get` shows of one kind. */
export interface Columns<T extends KubeObject = KubeObject> {
  readonly columns: readonly Column<T>[];
  /** Marks rows of things that are over. */
  completed?(object: T): { readonly reason: string; readonly message: string } | undefined;
}

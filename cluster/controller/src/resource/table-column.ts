/** A column of the table that clients such as kubectl print. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** Where the value is, with a leading dot: `.status.phase`. */
  readonly jsonPath: string;
  readonly description?: string;
  /** Columns above 0 are shown in wide tables only. @default 0 */
  readonly priority?: number;
}

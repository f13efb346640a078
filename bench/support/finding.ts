/** One line of the result. */
export interface Finding {
  /** Stable: it is the key in the JSON line. */
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** What the value is measured against in the same run: the bare server, unless `than` names another. */
  readonly base?: number;
  readonly than?: string;
  /** How much of the base the value is. */
  readonly ratio?: number;
  /** The ratio, or the value, that was aimed for. */
  readonly aim?: string;
}

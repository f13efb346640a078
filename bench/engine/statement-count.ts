/** Counts statements as a database's observer is told of them. */
export class StatementCount {
  #all = 0;
  #transactions = 0;

  get all(): number {
    return this.#all;
  }

  /** Those that ended in a commit; statements of their own are not among them. */
  get transactions(): number {
    return this.#transactions;
  }

  add(sql: string): void {
    this.#all += 1;
    if (sql === 'commit') this.#transactions += 1;
  }

  reset(): void {
    this.#all = 0;
    this.#transactions = 0;
  }
}

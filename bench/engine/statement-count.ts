/** How a transaction begins: one that has its own commit, and one that shares the commit of others. */
const BEGINS = /^(begin|start transaction)/;
const JOINS = /^savepoint/;

/** Counts statements, as the observer of a database. */
export class StatementCount {
  #all = 0;
  #begun = 0;
  #joined = 0;

  get all(): number {
    return this.#all;
  }

  /** Statements of their own are not among them. */
  get transactions(): number {
    return this.#begun + this.#joined;
  }

  /** Transactions that share one count once. */
  get commits(): number {
    return this.#begun;
  }

  add(sql: string): void {
    this.#all += 1;
    if (BEGINS.test(sql)) this.#begun += 1;
    if (JOINS.test(sql)) this.#joined += 1;
  }

  reset(): void {
    this.#all = 0;
    this.#begun = 0;
    this.#joined = 0;
  }
}

import { TerminalError } from '../errors.ts';

/** What is wrong with the files of a database. */
export interface SqliteDamage {
  /** The file that is damaged, emptied or missing. */
  readonly file: string;
  readonly kind: 'missing' | 'emptied' | 'write-ahead-log' | 'pages' | 'structure';
  /** Acknowledged commits that cannot be read; 0 where damage is not a matter of commits. */
  readonly lostCommits: number;
  /** Damaged pages of the database file, counted from 1. */
  readonly pages: readonly number[];
  /** All pages that the file should hold; 0 when that is not known. */
  readonly totalPages: number;
  /** What SQLite reports about the structure. */
  readonly detail: string;
  /** The caller's number of what was acknowledged last; undefined where there is no record of it. */
  readonly acknowledged: number | undefined;
}

/** A database does not hold what was acknowledged. Opening it as it is would lose data silently. */
export class SqliteDamageError extends TerminalError {
  readonly damage: SqliteDamage;

  constructor(damage: SqliteDamage) {
    super(`${damage.file} ${describeDamage(damage)}`, { code: 'SQLITE_DAMAGED' });
    this.damage = damage;
  }
}

/** In words that follow the name of the file. */
export function describeDamage({ kind, lostCommits, pages, totalPages, detail }: SqliteDamage): string {
  switch (kind) {
    case 'missing':
      return 'is missing, although the files beside it show that it was there';
    case 'emptied':
      return 'is empty, although the files beside it show that it was not';
    case 'write-ahead-log':
      return `is damaged: ${lostCommits} acknowledged ${lostCommits === 1 ? 'commit' : 'commits'} cannot be read`;
    case 'pages':
      return `is damaged: ${pages.length} of ${totalPages} pages do not hold what was written (first: page ${pages[0]})`;
    case 'structure':
      return `is damaged: ${detail}`;
  }
}

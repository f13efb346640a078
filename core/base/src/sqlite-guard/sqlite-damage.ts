import { type Message, TerminalError } from '../message/index.ts';
import { machineMessages } from '../messages/index.ts';

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
    super(machineMessages.fileDamage({ file: damage.file, damage: describeDamage(damage) }), {
      code: 'SQLITE_DAMAGED',
    });
    this.damage = damage;
  }
}

/** In words that follow the name of the file. */
export function describeDamage({ kind, lostCommits, pages, totalPages, detail }: SqliteDamage): Message {
  switch (kind) {
    case 'missing':
      return machineMessages.missing;
    case 'emptied':
      return machineMessages.emptied;
    case 'write-ahead-log':
      return machineMessages.lostCommits({ count: lostCommits });
    case 'pages':
      return machineMessages.damagedPages({ count: pages.length, total: totalPages, first: pages[0] ?? 0 });
    case 'structure':
      return machineMessages.damaged({ detail });
  }
}

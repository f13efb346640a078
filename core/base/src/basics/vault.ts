/** Keeps texts unreadable where they are stored: a dump of the database is of no use without the keys. */
export interface Vault {
  /** The text as it may be stored. No two seals of one text are equal. */
  seal(text: string): string;
  /** The text behind a seal; text that was stored unsealed is returned as it is. */
  open(text: string): string;
}

/** Seals nothing: for tools and tests that have nothing to hide. */
export const clearVault: Vault = { seal: (text) => text, open: (text) => text };

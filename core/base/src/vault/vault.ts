/** Keeps texts unreadable where they are stored: whoever has a dump of the database, and not the keys, has nothing. */
export interface Vault {
  /** The text as it may be stored. No two seals of one text are equal. */
  seal(text: string): string;
  /** The text behind a seal; what was stored before there were seals is answered as it is. */
  open(text: string): string;
}

/** Seals nothing: for tools and tests that have nothing to hide. */
export const clearVault: Vault = { seal: (text) => text, open: (text) => text };

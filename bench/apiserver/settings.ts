/** Settings of a server under measurement. */
export interface ServerSettings {
  /** Where it keeps its objects. */
  readonly directory: string;
  /** Where its certificates lie. */
  readonly certificates: string;
  readonly token: string;
}

/** Settings of the process that fills a directory. */
export interface SeedSettings {
  readonly directory: string;
  readonly objects: number;
}

/** Settings of the bare SQLite process. */
export interface SqliteSettings {
  readonly directory: string;
  readonly writes: number;
  /** How many writes wait at a time: those share a commit. */
  readonly writers: number;
}

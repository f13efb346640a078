/** What a server under measurement is told. */
export interface ServerSettings {
  /** Where it keeps its objects. */
  readonly directory: string;
  /** Where its certificates lie. */
  readonly certificates: string;
  readonly token: string;
}

/** What the filling of a directory is told. */
export interface SeedSettings {
  readonly directory: string;
  readonly objects: number;
}

/** What bare SQLite is told. */
export interface SqliteSettings {
  readonly directory: string;
  readonly writes: number;
  /** How many writes wait at a time: those share a commit. */
  readonly writers: number;
}

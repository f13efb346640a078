/** Something that takes work, does it (nothing), and stores that it is done. */
export interface Subject {
  /** Resolves with the work's id once it is stored that there is work. */
  submit(index: number): Promise<string>;
  /** Resolves when the end of everything submitted is stored. @default with the last `done` */
  drained?(): Promise<void>;
  close(): Promise<void>;
}

/** Where a subject finds its servers, and how it is to work. */
export interface SubjectSettings {
  /** A directory of its own. */
  readonly directory: string;
  /** A database of its own, for those that use one. */
  readonly postgresUrl?: string;
  readonly redis?: { readonly host: string; readonly port: number };
  /** Pieces of work that are done side by side. */
  readonly concurrency: number;
  /** Steps of each piece of work, for subjects whose work has steps. */
  readonly steps: number;
}

/** What a subject reports while it works. */
export interface SubjectEvents {
  /** The end of this work is stored. */
  done(id: string): void;
  /** A step began this long after the one before it had returned; both transitions were stored in between. */
  handedOff(ms: number): void;
  /** A statement was executed. */
  statement?(sql: string): void;
}

/** Starts a subject in this process. */
export type OpenSubject = (settings: SubjectSettings, events: SubjectEvents) => Promise<Subject>;

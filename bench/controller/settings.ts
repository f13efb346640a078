/** How a child reaches the API server. */
export interface ServerAccess {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

/** What a child that fills a cache is told. */
export interface SyncSettings extends ServerAccess {
  /** How many config maps there are. */
  readonly objects: number;
}

/** What a child that reconciles is told. */
export interface ReconcileSettings extends ServerAccess {
  readonly objects: number;
  /** How often all of them are reconciled. */
  readonly passes: number;
}

/** What a child that only has a queue is told. */
export interface QueueSettings {
  readonly keys: number;
  readonly rounds: number;
}

/** What a child that wants to lead is told. */
export interface LeaderSettings extends ServerAccess {
  readonly identity: string;
  readonly leaseDurationMs: number;
}

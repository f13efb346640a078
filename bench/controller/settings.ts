/** How a child reaches the API server. */
export interface ServerAccess {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

/** Settings of a child that fills a cache. */
export interface SyncSettings extends ServerAccess {
  /** How many config maps there are. */
  readonly objects: number;
}

/** Settings of a child that reconciles. */
export interface ReconcileSettings extends ServerAccess {
  readonly objects: number;
  /** How often all of them are reconciled. */
  readonly passes: number;
}

/** Settings of a child that only has a queue. */
export interface QueueSettings {
  readonly keys: number;
  readonly rounds: number;
}

/** Settings of a child that takes part in leader election. */
export interface LeaderSettings extends ServerAccess {
  readonly identity: string;
  readonly leaseDurationMs: number;
}

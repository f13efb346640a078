/** Where Redis is and how much it keeps. Times are milliseconds. */
export interface RedisQueueSettings {
  readonly host: string;
  readonly port: number;
  /** The number of the database. */
  readonly database: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
  /** The consumer group all instances share. */
  readonly group: string;
  /** Settled entries beyond about so many are dropped, others never; 0 or less keeps everything. */
  readonly maxLength: number;
  /** How long a connection may take to come about. */
  readonly connectTimeoutMs: number;
  /** How long Redis may take to respond; for a blocking read, on top of its wait. */
  readonly commandTimeoutMs: number;
}

/** A Redis on this machine, as the manual sets it up. */
export const DEFAULT_REDIS_QUEUE_SETTINGS: RedisQueueSettings = {
  host: 'localhost',
  port: 6379,
  database: 0,
  tls: false,
  group: 'workflow-workers',
  maxLength: 50_000,
  connectTimeoutMs: 2_000,
  commandTimeoutMs: 5_000,
};

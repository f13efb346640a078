/** How queues are used, whatever their kind. Times are milliseconds. */
export interface QueueSettings {
  /** The channel is `<channelPrefix>.workflow.dispatch`; installations that share a server differ here. */
  readonly channelPrefix: string;
  /** Messages taken at once, as far as there is room for them. */
  readonly readCount: number;
  /** How long one read waits for messages. */
  readonly readBlockMs: number;
  /** How often to look for messages of consumers that died. */
  readonly reclaimIntervalMs: number;
  /** A message that was not extended for this long is taken from its consumer. Work in progress is extended three times as often. */
  readonly reclaimMinIdleMs: number;
  readonly reclaimCount: number;
  /** Failed looks in a row after which consuming ends; 0 means never. */
  readonly maxReadFailures: number;
  /** The same for looks after dead consumers. */
  readonly maxReclaimFailures: number;
  /** The pause after the first failure; doubles up to `backoffMaxMs`, and is forgotten at the first success. */
  readonly backoffMinMs: number;
  readonly backoffMaxMs: number;
}

/** The manual's defaults. */
export const DEFAULT_QUEUE_SETTINGS: QueueSettings = {
  channelPrefix: 'kubemin',
  readCount: 10,
  readBlockMs: 2_000,
  reclaimIntervalMs: 15_000,
  reclaimMinIdleMs: 60_000,
  reclaimCount: 50,
  maxReadFailures: 0,
  maxReclaimFailures: 0,
  backoffMinMs: 200,
  backoffMaxMs: 300_000,
};

/** The stream or topic of the announcements. */
export function channelName(settings: Pick<QueueSettings, 'channelPrefix'>): string {
  return `${settings.channelPrefix}.workflow.dispatch`;
}

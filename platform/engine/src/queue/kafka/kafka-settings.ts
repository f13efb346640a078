/** Where Kafka is and how its consumer group behaves. Times are milliseconds. */
export interface KafkaQueueSettings {
  /** `host:port` of some brokers; the others are found through them. */
  readonly brokers: readonly string[];
  /** The consumer group all instances share. */
  readonly groupId: string;
  /** Where a group without a committed place begins. `latest` misses what was published before. */
  readonly offsetReset: 'earliest' | 'latest';
  /** Of a topic that has to be made. At most so many instances consume at the same time. */
  readonly partitions: number;
  /** Of a topic that has to be made; undefined takes the broker's default. */
  readonly replicationFactor?: number;
  /** A member without a heartbeat for this long is considered dead, and its partitions go to others. */
  readonly sessionTimeoutMs: number;
  /** Interval of the heartbeats of members; a third of the session or less. */
  readonly heartbeatIntervalMs: number;
  /** How long members have to join again when the group changes; not less than the session. */
  readonly rebalanceTimeoutMs: number;
  readonly tls: boolean;
  readonly sasl?: {
    readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
    readonly username: string;
    readonly password: string;
  };
  /** How long a connection may take to come about. */
  readonly connectTimeoutMs: number;
  /** How long a broker may take to respond, where it is not meant to wait. */
  readonly requestTimeoutMs: number;
}

/** A Kafka on this machine, as the manual sets it up. */
export const DEFAULT_KAFKA_QUEUE_SETTINGS: KafkaQueueSettings = {
  brokers: ['localhost:9092'],
  groupId: 'kubemin-workflow-workers',
  offsetReset: 'earliest',
  partitions: 12,
  sessionTimeoutMs: 30_000,
  heartbeatIntervalMs: 3_000,
  rebalanceTimeoutMs: 60_000,
  tls: false,
  connectTimeoutMs: 2_000,
  requestTimeoutMs: 5_000,
};

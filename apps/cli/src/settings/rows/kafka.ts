import { defineSetting } from '../setting.ts';
import { choice } from '../setting-types/choice.ts';
import { duration } from '../setting-types/duration.ts';
import { onOff } from '../setting-types/switch.ts';
import { secret, text } from '../setting-types/text.ts';
import { textList } from '../setting-types/text-list.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** Where Kafka is and how its consumer group behaves. */
export const kafkaSettings = {
  brokers: defineSetting<readonly string[]>({
    flag: 'msg-kafka-brokers',
    yaml: ['messaging.kafkaBrokers'],
    type: textList({
      expected: 'the host:port of a broker',
      example: 'kafka-0.kafka:9092',
      pattern: /^([\w.-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/,
      min: 1,
    }),
    default: [],
    doc: 'Some brokers, as `host:port`; required for `--msg-type kafka`.',
  }),
  groupId: defineSetting({
    flag: 'msg-kafka-group-id',
    yaml: ['messaging.kafkaGroupID'],
    type: text({ expected: 'the name of a consumer group', example: 'kubemin-workflow-workers' }),
    default: 'kubemin-workflow-workers',
    doc: 'Consumer group that all instances share.',
  }),
  offsetReset: defineSetting({
    flag: 'msg-kafka-offset-reset',
    yaml: ['messaging.kafkaAutoOffsetReset'],
    type: choice(['earliest', 'latest']),
    default: 'earliest',
    doc: 'Where a group without a committed place begins.',
  }),
  sessionTimeout: defineSetting({
    flag: 'msg-kafka-session-timeout',
    yaml: ['messaging.kafkaSessionTimeout'],
    type: duration(),
    default: 30_000,
    doc: 'A member that says nothing for so long is taken for dead; the broker has limits of its own (6s to 30m unless changed there).',
  }),
  heartbeatInterval: defineSetting({
    flag: 'msg-kafka-heartbeat-interval',
    yaml: ['messaging.kafkaHeartbeatInterval'],
    type: duration(),
    default: 3_000,
    doc: 'How often members say that they live; a third of the session or less.',
  }),
  rebalanceTimeout: defineSetting<number | undefined>({
    flag: 'msg-kafka-rebalance-timeout',
    yaml: ['messaging.kafkaRebalanceTimeout'],
    type: duration(),
    default: undefined,
    doc: 'How long members have to join again when the group changes; 1m when not given, or the session if that is longer.',
  }),
  partitions: defineSetting({
    flag: 'msg-kafka-partitions',
    yaml: ['messaging.kafkaPartitions'],
    type: wholeNumber({ min: 1, max: 10_000 }),
    default: 12,
    doc: 'Partitions of the topic, if it has to be made; at most so many instances consume at the same time.',
  }),
  replicationFactor: defineSetting<number | undefined>({
    flag: 'msg-kafka-replication-factor',
    yaml: ['messaging.kafkaReplicationFactor'],
    type: wholeNumber({ min: 1, max: 1_000 }),
    default: undefined,
    doc: "Copies of the topic, if it has to be made; the broker's default when not given.",
  }),
  tls: defineSetting({
    flag: 'msg-kafka-tls',
    yaml: ['messaging.kafkaTLS'],
    type: onOff(),
    default: false,
    doc: 'Whether connections to Kafka are encrypted.',
  }),
  saslMechanism: defineSetting({
    flag: 'msg-kafka-sasl-mechanism',
    yaml: ['messaging.kafkaSASLMechanism'],
    type: choice(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']),
    default: 'PLAIN',
    doc: 'How the user of Kafka proves to be one.',
  }),
  username: defineSetting<string | undefined>({
    flag: 'msg-kafka-username',
    yaml: ['messaging.kafkaUserName'],
    type: text({ expected: 'a user name', example: 'kubemin' }),
    default: undefined,
    doc: 'User of Kafka, where it has users.',
  }),
  password: defineSetting<string | undefined>({
    flag: 'msg-kafka-password',
    yaml: ['messaging.kafkaPassword'],
    type: secret(),
    default: undefined,
    doc: 'Password of that user. Others on the machine can see flags; prefer the variable.',
  }),
} as const;

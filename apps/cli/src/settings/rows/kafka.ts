import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, duration, onOff, secret, text, textList, wholeNumber } from '../setting-types/setting-types.ts';

/** Where Kafka is and how its consumer group behaves. */
export const kafkaSettings = {
  brokers: defineSetting<readonly string[]>({
    flag: 'msg-kafka-brokers',
    yaml: ['messaging.kafkaBrokers'],
    type: textList({
      expected: settingValueMessages.broker,
      example: 'kafka-0.kafka:9092',
      pattern: /^([\w.-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/,
      min: 1,
    }),
    default: [],
    doc: {
      en: 'Brokers, as `host:port`; required for `--msg-type kafka`.',
      zh: '若干代理节点，写作 `host:port`；`--msg-type kafka` 时必填。',
    },
  }),
  groupId: defineSetting({
    flag: 'msg-kafka-group-id',
    yaml: ['messaging.kafkaGroupID'],
    type: text({ expected: settingValueMessages.consumerGroup, example: 'kubemin-workflow-workers' }),
    default: 'kubemin-workflow-workers',
    doc: { en: 'Consumer group that all instances share.', zh: '所有实例共用的消费者组。' },
  }),
  offsetReset: defineSetting({
    flag: 'msg-kafka-offset-reset',
    yaml: ['messaging.kafkaAutoOffsetReset'],
    type: choice(['earliest', 'latest']),
    default: 'earliest',
    doc: { en: 'Where a group without a committed offset starts.', zh: '没有已提交位置的组从何处开始。' },
  }),
  sessionTimeout: defineSetting({
    flag: 'msg-kafka-session-timeout',
    yaml: ['messaging.kafkaSessionTimeout'],
    type: duration(),
    default: 30_000,
    doc: {
      en: 'A member without a heartbeat for this long is considered dead; the broker has its own limits (6s to 30m by default).',
      zh: '超过此时间无消息的成员视为已失效；代理节点有自己的限制（未修改时为 6s 到 30m）。',
    },
  }),
  heartbeatInterval: defineSetting({
    flag: 'msg-kafka-heartbeat-interval',
    yaml: ['messaging.kafkaHeartbeatInterval'],
    type: duration(),
    default: 3_000,
    doc: {
      en: 'Interval of the heartbeats of members; a third of the session timeout or less.',
      zh: '成员多久报告一次存活；至多为会话时间的三分之一。',
    },
  }),
  rebalanceTimeout: defineSetting<number | undefined>({
    flag: 'msg-kafka-rebalance-timeout',
    yaml: ['messaging.kafkaRebalanceTimeout'],
    type: duration(),
    default: undefined,
    doc: {
      en: 'How long members may take to rejoin when the group changes; by default 1m, or the session timeout if that is longer.',
      zh: '组变化时成员重新加入的时限；未给出时为 1m，会话更长则以会话为准。',
    },
  }),
  partitions: defineSetting({
    flag: 'msg-kafka-partitions',
    yaml: ['messaging.kafkaPartitions'],
    type: wholeNumber({ min: 1, max: 10_000 }),
    default: 12,
    doc: {
      en: 'Partitions of the topic, if it is created; the maximum number of instances that consume at the same time.',
      zh: '需要创建主题时的分区数；同时消费的实例至多如此之多。',
    },
  }),
  replicationFactor: defineSetting<number | undefined>({
    flag: 'msg-kafka-replication-factor',
    yaml: ['messaging.kafkaReplicationFactor'],
    type: wholeNumber({ min: 1, max: 1_000 }),
    default: undefined,
    doc: {
      en: 'Replication factor of the topic, if it is created; by default that of the broker.',
      zh: '需要创建主题时的副本数；未给出时用代理节点的默认值。',
    },
  }),
  tls: defineSetting({
    flag: 'msg-kafka-tls',
    yaml: ['messaging.kafkaTLS'],
    type: onOff(),
    default: false,
    doc: { en: 'Whether connections to Kafka are encrypted.', zh: '到 Kafka 的连接是否加密。' },
  }),
  saslMechanism: defineSetting({
    flag: 'msg-kafka-sasl-mechanism',
    yaml: ['messaging.kafkaSASLMechanism'],
    type: choice(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']),
    default: 'PLAIN',
    doc: { en: 'Authentication mechanism of Kafka.', zh: 'Kafka 的认证方式。' },
  }),
  username: defineSetting<string | undefined>({
    flag: 'msg-kafka-username',
    yaml: ['messaging.kafkaUserName'],
    type: text({ expected: settingValueMessages.userName, example: 'kubemin' }),
    default: undefined,
    doc: { en: 'User name for Kafka.', zh: 'Kafka 的用户（若有用户机制）。' },
  }),
  password: defineSetting<string | undefined>({
    flag: 'msg-kafka-password',
    yaml: ['messaging.kafkaPassword'],
    type: secret(),
    default: undefined,
    doc: {
      en: 'Password of that user. Other users of the machine can see flags; prefer the variable.',
      zh: '该用户的密码。本机其他人可以看到选项；建议使用环境变量。',
    },
  }),
} as const;

import { defineSetting } from '../setting.ts';
import { duration, wholeNumber } from '../setting-types/setting-types.ts';

/** How instances take work from the queue. */
export const workerSettings = {
  staleInterval: defineSetting({
    flag: 'workflow-worker-stale-interval',
    yaml: ['workflow.workerStaleInterval'],
    type: duration(),
    default: 15_000,
    doc: { en: 'How often messages of dead consumers are claimed.', zh: '多久查找一次已失效消费者的消息。' },
  }),
  autoclaimIdle: defineSetting({
    flag: 'workflow-worker-autoclaim-idle',
    yaml: ['workflow.workerAutoClaimMinIdle'],
    type: duration(),
    default: 60_000,
    doc: {
      en: 'Idle time after which a message is claimed from its consumer; Redis only.',
      zh: '超过此时间无人续期的消息会从其消费者处取走；仅 Redis。',
    },
  }),
  autoclaimCount: defineSetting({
    flag: 'workflow-worker-autoclaim-count',
    yaml: ['workflow.workerAutoClaimCount'],
    type: wholeNumber({ min: 1 }),
    default: 50,
    doc: { en: 'Number of messages claimed at once; Redis only.', zh: '一次接管的消息数；仅 Redis。' },
  }),
  readCount: defineSetting({
    flag: 'workflow-worker-read-count',
    yaml: ['workflow.workerReadCount'],
    type: wholeNumber({ min: 1 }),
    default: 10,
    doc: {
      en: 'Number of messages read at once, limited by free slots.',
      zh: '在能容纳其工作的前提下，一次读取的消息数。',
    },
  }),
  readBlock: defineSetting({
    flag: 'workflow-worker-read-block',
    yaml: ['workflow.workerReadBlock'],
    type: duration(),
    default: 2_000,
    doc: { en: 'How long one read waits for messages.', zh: '一次读取等待新消息的时长。' },
  }),
  maxReadFailures: defineSetting({
    flag: 'workflow-worker-max-read-failures',
    yaml: ['workflow.workerMaxReadFailures'],
    type: wholeNumber({ min: 0 }),
    default: 0,
    doc: {
      en: 'Failed reads in a row after which this instance stops reading the queue and works from the database; 0 means never.',
      zh: '连续多少次读取失败后，本实例停止读取队列而改从数据库工作；0 表示从不。',
    },
  }),
  maxClaimFailures: defineSetting({
    flag: 'workflow-worker-max-claim-failures',
    yaml: ['workflow.workerMaxClaimFailures'],
    type: wholeNumber({ min: 0 }),
    default: 0,
    doc: {
      en: 'The same for claiming messages of dead consumers; Redis only.',
      zh: '查看已失效消费者时同样适用；仅 Redis。',
    },
  }),
  backoffMin: defineSetting({
    flag: 'workflow-worker-backoff-min',
    yaml: ['workflow.workerBackoffMin'],
    type: duration(),
    default: 200,
    doc: { en: 'Pause after the first failed read; it doubles.', zh: '首次读取失败后的停顿；之后加倍。' },
  }),
  backoffMax: defineSetting({
    flag: 'workflow-worker-backoff-max',
    yaml: ['workflow.workerBackoffMax'],
    type: duration(),
    default: 300_000,
    doc: { en: 'Longest pause between failed reads.', zh: '读取失败之间最长的停顿。' },
  }),
} as const;

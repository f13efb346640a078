import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, text, wholeNumber } from '../setting-types/setting-types.ts';

/** Which queue carries the news of work, and under which name. */
export const queueSettings = {
  type: defineSetting({
    flag: 'msg-type',
    yaml: ['messaging.type'],
    type: choice(['noop', 'redis', 'kafka']),
    default: 'redis',
    defaultFor: { up: 'noop' },
    doc: {
      en: 'The queue: `noop` works inside one process, `redis` and `kafka` connect instances. The database is the source of truth with each of them.',
      zh: '队列：`noop` 限于一个进程内，`redis` 与 `kafka` 连接多个实例。无论哪一种，都以数据库为准。',
    },
  }),
  channelPrefix: defineSetting({
    flag: 'msg-channel-prefix',
    yaml: ['messaging.channelPrefix'],
    type: text({
      expected: settingValueMessages.simpleName,
      example: 'kubemin-prod',
      pattern: /^[A-Za-z0-9._-]{1,200}$/,
    }),
    default: 'kubemin',
    doc: {
      en: 'The stream or topic is `<prefix>.workflow.dispatch`; installations that share a server need different prefixes.',
      zh: '流或主题名为 `<prefix>.workflow.dispatch`；共用一台服务器的多套安装在此区分。',
    },
  }),
  redisMaxlen: defineSetting({
    flag: 'msg-redis-maxlen',
    yaml: ['messaging.redisStreamMaxLen'],
    type: wholeNumber({ min: Number.MIN_SAFE_INTEGER }),
    default: 50_000,
    doc: {
      en: 'Approximate number of acknowledged entries that the Redis stream keeps; others are never dropped; 0 or less keeps all.',
      zh: 'Redis 流中已处理的条目超过约此数便丢弃，其余从不丢弃；0 或更小表示全部保留。',
    },
  }),
} as const;

import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { onOff, secret, text, wholeNumber } from '../setting-types/setting-types.ts';

/** Where Redis is. The first KubeMin had a cache there too, hence the names. */
export const redisSettings = {
  host: defineSetting({
    flag: 'cache-host',
    yaml: ['cache.cacheHost'],
    type: text({ expected: settingValueMessages.host, example: 'redis.prod.svc', pattern: /^[\w.:-]+$/ }),
    default: 'localhost',
    doc: { en: 'Host of Redis.', zh: 'Redis 的主机。' },
  }),
  port: defineSetting({
    flag: 'cache-port',
    yaml: ['cache.cachePort', 'cache.cacheProt'],
    type: wholeNumber({ min: 1, max: 65_535 }),
    default: 6379,
    doc: {
      en: "Port of Redis. `cacheProt` is the manual's spelling.",
      zh: 'Redis 的端口。`cacheProt` 是手册中的写法。',
    },
  }),
  database: defineSetting({
    flag: 'cache-db',
    yaml: ['cache.cacheDB'],
    type: wholeNumber({ min: 0, max: 1_000_000 }),
    default: 0,
    doc: { en: 'Number of the Redis database.', zh: 'Redis 数据库的编号。' },
  }),
  username: defineSetting<string | undefined>({
    flag: 'cache-username',
    yaml: ['cache.userName'],
    type: text({ expected: settingValueMessages.userName, example: 'kubemin' }),
    default: undefined,
    doc: { en: 'User name for Redis.', zh: 'Redis 的用户（若有用户机制）。' },
  }),
  password: defineSetting<string | undefined>({
    flag: 'cache-password',
    yaml: ['cache.password'],
    type: secret(),
    default: undefined,
    doc: {
      en: 'Password for Redis. Other users of the machine can see flags; prefer the variable.',
      zh: 'Redis 的密码。本机其他人可以看到选项；建议使用环境变量。',
    },
  }),
  tls: defineSetting({
    flag: 'cache-tls',
    yaml: ['cache.tls'],
    type: onOff(),
    default: false,
    doc: { en: 'Whether the connection to Redis is encrypted.', zh: '到 Redis 的连接是否加密。' },
  }),
} as const;

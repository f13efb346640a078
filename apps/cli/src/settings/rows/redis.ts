import { defineSetting } from '../setting.ts';
import { onOff } from '../setting-types/switch.ts';
import { secret, text } from '../setting-types/text.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** Where Redis is. The first KubeMin had a cache there too, hence the names. */
export const redisSettings = {
  host: defineSetting({
    flag: 'cache-host',
    yaml: ['cache.cacheHost'],
    type: text({ expected: 'a host name or address', example: 'redis.prod.svc', pattern: /^[\w.:-]+$/ }),
    default: 'localhost',
    doc: 'Host of Redis.',
  }),
  port: defineSetting({
    flag: 'cache-port',
    yaml: ['cache.cachePort', 'cache.cacheProt'],
    type: wholeNumber({ min: 1, max: 65_535 }),
    default: 6379,
    doc: "Port of Redis. `cacheProt` is the manual's spelling.",
  }),
  database: defineSetting({
    flag: 'cache-db',
    yaml: ['cache.cacheDB'],
    type: wholeNumber({ min: 0, max: 1_000_000 }),
    default: 0,
    doc: 'Number of the Redis database.',
  }),
  username: defineSetting<string | undefined>({
    flag: 'cache-username',
    yaml: ['cache.userName'],
    type: text({ expected: 'a user name', example: 'kubemin' }),
    default: undefined,
    doc: 'User of Redis, where it has users.',
  }),
  password: defineSetting<string | undefined>({
    flag: 'cache-password',
    yaml: ['cache.password'],
    type: secret(),
    default: undefined,
    doc: 'Password of Redis. Others on the machine can see flags; prefer the variable.',
  }),
  tls: defineSetting({
    flag: 'cache-tls',
    yaml: ['cache.tls'],
    type: onOff(),
    default: false,
    doc: 'Whether the connection to Redis is encrypted.',
  }),
} as const;

import { defineSetting } from '../setting.ts';
import { choice } from '../setting-types/choice.ts';
import { text } from '../setting-types/text.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** Which queue carries the news of work, and under which name. */
export const queueSettings = {
  type: defineSetting({
    flag: 'msg-type',
    yaml: ['messaging.type'],
    type: choice(['noop', 'redis', 'kafka']),
    default: 'redis',
    defaultFor: { up: 'noop' },
    doc: 'The queue: `noop` stays inside one process, `redis` and `kafka` connect instances. The database is the truth with each of them.',
  }),
  channelPrefix: defineSetting({
    flag: 'msg-channel-prefix',
    yaml: ['messaging.channelPrefix'],
    type: text({
      expected: 'a name of letters, digits and ._-',
      example: 'kubemin-prod',
      pattern: /^[A-Za-z0-9._-]{1,200}$/,
    }),
    default: 'kubemin',
    doc: 'The stream or topic is `<prefix>.workflow.dispatch`; installations that share a server differ here.',
  }),
  redisMaxlen: defineSetting({
    flag: 'msg-redis-maxlen',
    yaml: ['messaging.redisStreamMaxLen'],
    type: wholeNumber({ min: Number.MIN_SAFE_INTEGER }),
    default: 50_000,
    doc: 'Settled entries of the Redis stream beyond about so many are dropped, others never; 0 or less keeps all.',
  }),
} as const;

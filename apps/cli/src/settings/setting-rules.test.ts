import { describe, expect, test } from 'vitest';
import { lines, read, type SettingInput } from './test-support/read.ts';

const KAFKA = { 'msg-type': 'kafka', 'msg-kafka-brokers': 'kafka:9092' };

describe('what keeps a command from starting', () => {
  const cases: Readonly<Record<string, readonly [input: SettingInput, line: RegExp]>> = {
    'a duration without a unit': [
      { flags: { 'workflow-local-poll-interval': '3' } },
      /^--workflow-local-poll-interval SETTING_INVALID: "3" is not a duration from 1ms to 596h$/,
    ],
    'a duration that no timer can wait for': [
      { flags: { 'workflow-worker-read-block': '1000h' } },
      /^--workflow-worker-read-block SETTING_INVALID: "1000h" is not a duration/,
    ],
    'a number below its least': [
      { env: { KUBEMIN_WORKFLOW_MAX_CONCURRENT: '0' } },
      /^KUBEMIN_WORKFLOW_MAX_CONCURRENT SETTING_INVALID: "0" is not a whole number from 1$/,
    ],
    'a switch that is neither on nor off': [
      { yaml: 'leader:\n  exitOnLost: maybe\n' },
      /^kubemin\.yaml:2:3 leader\.exitOnLost SETTING_INVALID: "maybe" is not true or false$/,
    ],
    'an unknown queue': [
      { flags: { 'msg-type': 'rabbit' } },
      /^--msg-type SETTING_INVALID: "rabbit" is not one of noop, redis, kafka$/,
    ],
    'an address without a port': [
      { flags: { 'bind-addr': 'localhost' } },
      /^--bind-addr SETTING_INVALID: "localhost" is not an address with a port$/,
    ],
    'an empty address': [{ flags: { 'bind-addr': '' } }, /^--bind-addr SETTING_INVALID/],
    'an empty host of Redis': [{ flags: { 'cache-host': '' } }, /^--cache-host SETTING_INVALID: "" is not a host name/],
    'a port of Redis beyond all ports': [{ flags: { 'cache-port': '65536' } }, /^--cache-port SETTING_INVALID/],
    'Kafka without brokers': [
      { flags: { 'msg-type': 'kafka' } },
      /^--msg-type SETTING_MISSING: no brokers of Kafka are set$/,
    ],
    'an empty list of brokers': [
      { flags: { 'msg-type': 'kafka', 'msg-kafka-brokers': ' , ' } },
      /^--msg-kafka-brokers SETTING_INVALID: the list is empty$/,
    ],
    'a broker without a port': [
      { flags: { 'msg-type': 'kafka', 'msg-kafka-brokers': 'kafka:9092,kafka' } },
      /^--msg-kafka-brokers SETTING_INVALID: "kafka" is not the host:port of a broker$/,
    ],
    'an unknown place to begin in Kafka': [
      { flags: { ...KAFKA, 'msg-kafka-offset-reset': 'newest' } },
      /^--msg-kafka-offset-reset SETTING_INVALID: "newest" is not one of earliest, latest$/,
    ],
    'a Kafka heartbeat slower than its session': [
      { flags: { ...KAFKA, 'msg-kafka-heartbeat-interval': '30s' } },
      /^--msg-kafka-heartbeat-interval SETTINGS_CONFLICT: .*every member is considered dead$/,
    ],
    'a heartbeat of work that comes after its run has given up': [
      { flags: { 'msg-type': 'noop', 'workflow-heartbeat-interval': '14s' } },
      /^--workflow-heartbeat-interval SETTINGS_CONFLICT: .*at most 1\/2 of .*runs are stopped between two heartbeats$/,
    ],
    'less time to join again than a session': [
      { flags: { ...KAFKA, 'msg-kafka-rebalance-timeout': '10s' } },
      /^--msg-kafka-rebalance-timeout SETTINGS_CONFLICT: it is shorter than the session \(30s\)$/,
    ],
    'a password of Kafka without a user': [
      { env: { KUBEMIN_MSG_KAFKA_PASSWORD: 'x' } },
      /^KUBEMIN_MSG_KAFKA_PASSWORD SETTING_MISSING: Kafka takes a user name and a password together$/,
    ],
    'a lease shorter than the time to renew it': [
      { flags: { 'leader-lease-duration': '5s' } },
      /^--leader-lease-duration SETTINGS_CONFLICT: .*two instances could lead at once$/,
    ],
    'a leader that gives up before it tries again': [
      { flags: { 'leader-retry-period': '10s' } },
      /^--leader-retry-period SETTINGS_CONFLICT: .*gives up before it tries again$/,
    ],
    'work that is considered dead before its first heartbeat': [
      { flags: { 'workflow-dead-after': '1s' } },
      /^--workflow-dead-after SETTINGS_CONFLICT: .*runs are stopped between two heartbeats$/,
    ],
    'a short token': [
      { env: { KUBEMIN_ADMIN_TOKEN: 'secret' } },
      /^KUBEMIN_ADMIN_TOKEN SETTING_INVALID: it has fewer than 20 characters/,
    ],
    'a kind of database without its address': [
      { flags: { 'datastore-type': 'mysql' } },
      /^--datastore-type SETTING_MISSING: a mysql database needs its URL; there is no default$/,
    ],
    'an unknown kind of database': [
      { flags: { 'datastore-type': 'oracle' } },
      /^--datastore-type SETTING_INVALID: "oracle" is not one of sqlite, postgres, mysql$/,
    ],
    'an address of something else': [
      { flags: { 'datastore-url': 'http://user:pw@host/db' } },
      /^--datastore-url DATASTORE_URL_INVALID: the URL does not begin with a known kind of database$/,
    ],
    'a database of another type than configured': [
      { flags: { 'datastore-type': 'mysql', 'datastore-url': 'postgres://u:p@h/d' } },
      /^--datastore-url SETTINGS_CONFLICT: it names a postgres database, but --datastore-type is mysql$/,
    ],
    'a database server without a user': [
      { flags: { 'datastore-url': 'postgres://h/d' } },
      /^--datastore-url DATASTORE_URL_INVALID: .*it has no user/,
    ],
    'an unknown setting of the connection': [
      { flags: { 'datastore-url': 'postgres://u:p@h/d?colour=red' } },
      /^--datastore-url DATASTORE_URL_INVALID: .*unknown setting "colour"/,
    ],
    'a SQLite database without a file': [
      { flags: { 'datastore-url': 'sqlite:' } },
      /^--datastore-url DATASTORE_URL_INVALID: it names no file$/,
    ],
    'two names for one database': [
      { flags: { 'datastore-url': 'postgres://u:p@h/one', 'datastore-database': 'two' } },
      /^--datastore-database SETTINGS_CONFLICT: it is "two", but --datastore-url names "one"$/,
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [input, line]) => {
    const { problems } = read(input);
    expect(lines(problems)).toEqual([expect.stringMatching(line)]);
  });

  test('all problems at once, from all sources', () => {
    const { problems, warnings } = read({
      flags: { 'msg-type': 'kafka', 'workflow-dead-after': '1s', duration: '60m' },
      env: { KUBEMIN_CACHE_PORT: 'redis' },
      yaml: 'workflow:\n  workerReadCount: many\n  wrokerReadBlock: 2s\n',
    });
    expect(problems.map(({ source, code }) => `${source.kind} ${code}`)).toEqual([
      'variable SETTING_INVALID',
      'file SETTING_INVALID',
      'flag SETTINGS_CONFLICT',
      'flag SETTING_MISSING',
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['SETTING_WITHOUT_EFFECT', 'SETTING_UNKNOWN']);
  });

  test('no message shows a password', () => {
    const urls = [
      'postgres://u:hunter2@h/d?x=1',
      'oracle://u:hunter2@h/d',
      'u:hunter2@tcp(h',
      'mysql://u:hunter2@h:port/d',
    ];
    for (const url of urls) {
      const { problems, values } = read({ flags: { 'datastore-url': url } });
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain('hunter2');
      expect(values.command).toBe('server');
    }
  });
});

describe('what is only warned of', () => {
  const cases: Readonly<Record<string, readonly [input: SettingInput, line: RegExp]>> = {
    'messages taken over before their jobs are out of time': [
      { flags: { 'workflow-default-job-timeout': '2m' } },
      /^--workflow-default-job-timeout SETTING_UNWISE: .*\(2m\) should be less than .*\(1m\)/,
    ],
    'dead consumers looked for less often than they are dead': [
      {
        flags: {
          'workflow-worker-stale-interval': '59s',
          'workflow-worker-autoclaim-idle': '59s',
          'workflow-default-job-timeout': '1s',
        },
      },
      /^--workflow-worker-stale-interval SETTING_UNWISE/,
    ],
    'a pause shorter than a look': [
      { flags: { 'workflow-worker-backoff-max': '1s' } },
      /^--workflow-worker-backoff-max SETTING_UNWISE/,
    ],
    'a pause that cannot grow': [
      { flags: { 'workflow-worker-backoff-min': '10m' } },
      /^--workflow-worker-backoff-min SETTING_UNWISE: .*the pause never grows$/,
    ],
    'giving up the queue': [
      { flags: { 'workflow-worker-max-read-failures': '3' } },
      /^--workflow-worker-max-read-failures SETTING_UNWISE: after that many failed reads/,
    ],
    'heartbeats of Kafka that leave no room for one to be late': [
      { flags: { ...KAFKA, 'msg-kafka-heartbeat-interval': '20s' } },
      /^--msg-kafka-heartbeat-interval SETTING_UNWISE: .*at most 1\/3 of/,
    ],
    'heartbeats of work that leave no room for one to be late': [
      { flags: { 'msg-type': 'noop', 'workflow-dead-after': '2s' } },
      /^--workflow-dead-after SETTING_UNWISE: .*at most 1\/3 of/,
    ],
    'idle times with Kafka': [
      { flags: { ...KAFKA, 'workflow-worker-autoclaim-idle': '2m' } },
      /^--workflow-worker-autoclaim-idle SETTING_WITHOUT_EFFECT: Kafka finds dead consumers by their session$/,
    ],
    'two ports': [
      { flags: { 'msg-type': 'noop', 'bind-addr': ':80', port: '81' } },
      /^--bind-addr SETTING_TWICE: --port sets another port \(81\) and takes precedence$/,
    ],
    'a shared database and no shared queue': [
      { flags: { 'msg-type': 'noop', 'datastore-url': 'postgres://u:p@h/d' } },
      /^--msg-type SETTING_UNWISE: several instances may share this database/,
    ],
    'what nothing ever used': [
      { flags: { 'msg-type': 'noop', duration: '60m' } },
      /^--duration SETTING_WITHOUT_EFFECT: it has no effect any more: nothing ever used it/,
    ],
    'tracing, which there is not': [
      { env: { KUBEMIN_MSG_TYPE: 'noop', KUBEMIN_JAEGER_ENDPOINT: 'http://jaeger:14268' } },
      /^KUBEMIN_JAEGER_ENDPOINT SETTING_WITHOUT_EFFECT: it has no effect any more: there is no tracing/,
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [input, line]) => {
    const { problems, warnings } = read(input);
    expect(problems).toEqual([]);
    expect(lines(warnings)).toEqual([expect.stringMatching(line)]);
  });
});

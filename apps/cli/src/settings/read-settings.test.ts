import { formatGoDuration } from '@kubemin/base';
import { systemMessages } from '@kubemin/base/message';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translateTo } from '../terminal/index.ts';
import { readSettings } from './read-settings.ts';
import { queueSettings } from './rows/queue.ts';
import { redisSettings } from './rows/redis.ts';
import { serverSettings } from './rows/server.ts';
import { workerSettings } from './rows/worker.ts';
import { workflowSettings } from './rows/workflow.ts';
import { settingDefault, settingVariable } from './setting.ts';
import { ALL_SETTINGS } from './settings-table.ts';
import { lines, read } from './test-support/read.ts';

describe('precedence', () => {
  const given = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined });

  test('a flag counts before a variable, that before the file, that before the default', () => {
    fc.assert(
      fc.property(given, given, given, (flag, variable, file) => {
        const setting = workflowSettings.maxConcurrent;
        const { values, problems } = read({
          flags: flag === undefined ? {} : { [setting.flag]: String(flag) },
          env: variable === undefined ? {} : { [settingVariable(setting)]: String(variable) },
          yaml: file === undefined ? '' : `workflow:\n  maxConcurrentWorkflows: ${file}\n`,
        });
        expect(problems).toEqual([]);
        expect(values.get(setting)).toBe(flag ?? variable ?? file ?? setting.default);
        const kinds = [flag && 'flag', variable && 'variable', file && 'file', 'default'];
        expect(values.getSource(setting).kind).toBe(kinds.find((kind) => kind !== undefined));
      }),
    );
  });

  test('an alias variable has lower precedence than ours, and is reported by its own name', () => {
    const setting = serverSettings.otlpEndpoint;
    const theirs = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://theirs:4318' };
    const { values } = read({ env: theirs });
    expect(values.get(setting)).toBe('http://theirs:4318');
    expect(values.getSource(setting)).toEqual({ kind: 'variable', variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' });
    const both = read({ env: { ...theirs, [settingVariable(setting)]: 'http://ours:4318' } });
    expect(both.values.get(setting)).toBe('http://ours:4318');
  });

  test.each(ALL_SETTINGS.map((setting) => [setting.flag, setting] as const))(
    '--%s is read from its flag, its variable and each of its names in a file',
    (flag, setting) => {
      const shown = setting.default === undefined ? '' : setting.type.show(setting.default);
      const text = shown === '' ? (EXAMPLES[flag] ?? 'kubemin') : shown;
      const reading = setting.type.read(text);
      const value = reading.kind === 'value' ? reading.value : 'unreadable';
      const ways = [
        read({ flags: { [flag]: text } }),
        read({ env: { [settingVariable(setting)]: text } }),
        ...setting.yaml.map((path) => read({ yaml: `${path.replace('.', ':\n  ')}: ${JSON.stringify(text)}` })),
      ];
      for (const { values } of ways) {
        expect(values.get(setting)).toEqual(value);
        expect(values.isSet(setting)).toBe(true);
      }
    },
  );

  test('no two settings share a flag or a name in a file', () => {
    const flags = ALL_SETTINGS.map(({ flag }) => flag);
    const paths = ALL_SETTINGS.flatMap(({ yaml }) => yaml);
    expect(new Set(flags).size).toBe(flags.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('an empty variable is ignored', () => {
    expect(read({ env: { KUBEMIN_CACHE_HOST: '', KUBEMIN_CACHE_PASSWORD: '' } })).toMatchObject({ problems: [] });
  });
});

const EXAMPLES: Readonly<Record<string, string>> = {
  'jobs-ssh-known-hosts': '/etc/kubemin/known_hosts',
  'jobs-helm-charts': '/srv/charts/',
  'unauthenticated-connections': '500',
  'unauthenticated-connections-per-address': '50',
  'authenticated-connections': '5000',
  'otlp-endpoint': 'http://collector:4318',
  'events-webhook-url': 'https://hooks.example.org/kubemin',
  'trusted-proxies': '10.0.0.0/8,::1',
  'registry-mirror': 'docker.io=https://mirror.example',
  'cors-origins': 'https://console.example.com',
  'trigger-directories': '/srv/inbox',
  port: '8081',
  'datastore-type': 'sqlite',
  'msg-kafka-rebalance-timeout': '1m30s',
  'msg-kafka-replication-factor': '3',
  'msg-kafka-brokers': 'kafka:9092',
};

describe('defaults', () => {
  test('server works through Redis, up inside its own process', () => {
    expect(read({}).values.get(queueSettings.type)).toBe('redis');
    expect(read({ command: 'up' }).values.get(queueSettings.type)).toBe('noop');
  });

  test('no settings are no problems, for either command', () => {
    for (const command of ['server', 'up'] as const) {
      expect(read({ command })).toMatchObject({ problems: [] });
      for (const setting of ALL_SETTINGS) {
        expect(read({ command }).values.get(setting)).toEqual(settingDefault(setting, command));
      }
    }
  });

  test('no default is a credential', () => {
    const credentials = ALL_SETTINGS.filter(({ type }) => /secret|URL/.test(type.name));
    expect(credentials.length).toBeGreaterThan(3);
    expect(credentials.filter((setting) => setting.default !== undefined)).toEqual([]);
  });
});

describe('arbitrary input', () => {
  const names = [
    ...ALL_SETTINGS.map(({ flag }) => flag),
    ...ALL_SETTINGS.map(settingVariable),
    ...ALL_SETTINGS.flatMap(({ yaml }) => yaml),
  ];
  const words = fc.oneof(
    fc.constantFrom('0', '-1', '1', '3s', '5m', 'true', 'kafka', 'redis', 'a:1', 'mysql://u:p@h/d', '[', '{}', '~'),
    fc.string({ maxLength: 20 }),
  );
  const given = fc.dictionary(fc.constantFrom(...names), words, { maxKeys: 15 });

  test('reading never throws, and problems and warnings have a source, a message and a fix', () => {
    fc.assert(
      fc.property(given, given, fc.oneof(words, fc.json(), toYaml(given)), (flags, env, yaml) => {
        const { problems, warnings } = read({ flags, env, yaml });
        for (const { message, fix } of [...problems, ...warnings]) {
          expect(message.message).not.toBe('');
          expect(fix.message).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  test('every wrong value is found, however many there are', () => {
    const checked = ALL_SETTINGS.filter(({ type }) => type.read('\u0001 ¿?').kind === 'wrong');
    fc.assert(
      fc.property(fc.subarray(checked), (wrong) => {
        const { problems } = read({
          env: Object.fromEntries(wrong.map((each) => [settingVariable(each), '\u0001 ¿?'])),
        });
        const found = problems.filter(({ code }) => code === 'SETTING_INVALID').map(({ setting }) => setting);
        expect(found.toSorted()).toEqual(wrong.map(({ flag }) => flag).toSorted());
      }),
    );
    expect(checked.length).toBeGreaterThan(50);
  });

  test('durations are read as they are shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (ms) => {
        const { values } = read({ flags: { 'workflow-worker-read-block': formatGoDuration(ms) } });
        expect(values.get(workerSettings.readBlock)).toBe(ms);
      }),
    );
  });
});

function toYaml(given: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<string> {
  return given.map((entries) =>
    Object.entries(entries)
      .map(([name, value]) => `${name.replace('.', ':\n  ')}: ${value}`)
      .join('\n'),
  );
}

describe('configuration files', () => {
  test('a file that cannot be read is one problem among the others', () => {
    const config = { kind: 'unreadable', file: 'gone.yaml', why: systemMessages.ENOENT } as const;
    const { problems } = readSettings({ command: 'server', flags: new Map([['msg-type', 'x']]), env: {}, config });
    expect(lines(problems)).toEqual([
      'gone.yaml CONFIG_UNREADABLE: the file cannot be read: no such file or directory',
      '--msg-type SETTING_INVALID: "x" is not one of noop, redis, kafka',
    ]);
  });

  test('what is not YAML is shown with its place', () => {
    const { problems } = read({ yaml: 'cache:\n  cacheHost: "redis\n' });
    expect(lines(problems)).toEqual(['kubemin.yaml:2:14 CONFIG_SYNTAX: this is not YAML: This " is never closed.']);
    expect(problems.map(({ message }) => translateTo('zh')(message))).toEqual(['不是 YAML：此处的 " 没有闭合。']);
  });

  test('nesting that exhausts the parser is a problem, not a crash', () => {
    const [problem] = read({ yaml: '['.repeat(20_000) }).problems;
    expect(problem?.code).toBe('CONFIG_SYNTAX');
  });

  test('a list or a group where a value belongs, and the other way round', () => {
    const yaml = 'workflow: 3\ncache:\n  cacheHost: [a, b]\n  cachePort:\n    number: 1\n- x: 1';
    expect(lines(read({ yaml: yaml.replace('\n- x: 1', '') }).problems)).toEqual([
      'kubemin.yaml:1:11 workflow SETTING_INVALID: "workflow" contains settings by name, not a single value or a list',
      'kubemin.yaml:4:3 cache.cachePort SETTING_INVALID: expected a value, not a group of names',
      'kubemin.yaml:3:3 cache.cacheHost SETTING_INVALID: expected one value, not a list',
    ]);
    expect(lines(read({ yaml: '- workflow' }).problems)).toEqual([
      'kubemin.yaml:1:1 SETTING_INVALID: a configuration file contains settings by name, not a single value or a list',
    ]);
  });

  test('an unknown name is a warning with a suggestion', () => {
    const { problems, warnings } = read({
      yaml: 'workflow:\n  maxConcurrentWorkflow: 3\nmesaging:\n  type: noop\nzebra: 1\n',
    });
    expect(problems).toEqual([]);
    expect(warnings.map(({ code, fix }) => `${code} ${fix.message}`)).toEqual([
      'SETTING_UNKNOWN did you mean workflow.maxConcurrentWorkflows?',
      'SETTING_UNKNOWN did you mean messaging?',
      'SETTING_UNKNOWN remove it; kubemin config check lists all settings',
    ]);
    expect(lines(warnings)[0]).toMatch(/^kubemin\.yaml:2:3 workflow\.maxConcurrentWorkflow /);
  });

  test('both spellings of the port of Redis: the right one is used, with a warning', () => {
    const { values, warnings } = read({ yaml: 'cache:\n  cacheProt: 1\n  cachePort: 2\n' });
    expect(values.get(redisSettings.port)).toBe(2);
    expect(lines(warnings)).toEqual([
      'kubemin.yaml:2:3 cache.cacheProt SETTING_TWICE: "cache.cachePort" sets the same setting and takes precedence',
    ]);
  });

  test('an alias stands for what it names', () => {
    const { values, problems } = read({ yaml: 'workflow:\n  workerReadCount: &n 7\n  workerAutoClaimCount: *n\n' });
    expect(problems).toEqual([]);
    expect(values.get(workerSettings.autoclaimCount)).toBe(7);
  });

  test('empty groups and empty values are ignored', () => {
    expect(read({ yaml: 'workflow:\ncache:\n  cacheHost:\n  cacheDB: ""\n' })).toMatchObject({
      problems: [],
      warnings: [],
    });
  });
});

describe('variables', () => {
  test('W-32: a variable that no setting reads is named, with the one that was meant', () => {
    const { warnings } = read({ env: { KUBEMIN_MSG_TIPE: 'kafka', KUBEMIN_ZEBRA_CROSSING: '1', REDIS_ADDR: 'x' } });
    expect(warnings.map(({ source, fix }) => [source, fix.message])).toEqual([
      [{ kind: 'variable', variable: 'KUBEMIN_MSG_TIPE' }, 'did you mean KUBEMIN_MSG_TYPE?'],
      [{ kind: 'variable', variable: 'KUBEMIN_ZEBRA_CROSSING' }, 'remove it'],
    ]);
  });

  test('what Kubernetes makes up for a Service called kubemin is neither read nor complained about', () => {
    const { values, problems, warnings } = read({
      env: {
        KUBEMIN_PORT: 'tcp://10.96.0.12:8080',
        KUBEMIN_PORT_8080_TCP: 'tcp://10.96.0.12:8080',
        KUBEMIN_PORT_8080_TCP_ADDR: '10.96.0.12',
        KUBEMIN_SERVICE_HOST: '10.96.0.12',
        KUBEMIN_SERVICE_PORT_HTTP: '8080',
        KUBEMIN_API_SERVICE_HOST: '10.96.0.13',
      },
    });
    expect([...problems, ...warnings]).toEqual([]);
    expect(values.isSet(serverSettings.port)).toBe(false);
  });
});

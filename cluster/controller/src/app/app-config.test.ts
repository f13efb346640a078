import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppConfig, readAppConfig } from './app-config.ts';
import { formatConfigProblem } from './config-problem.ts';
import { configRow, environmentVariable } from './config-row.ts';
import { appRows } from './config-rows.ts';
import { mapValue } from './config-type.ts';
import { printConfig } from './print-config.ts';
import type { AppInput } from './read-config-values.ts';

const nothing: AppInput = { flags: new Map(), env: {} };

function readConfig(input: Partial<AppInput>): AppConfig {
  const read = readAppConfig({ ...nothing, ...input });
  if (read.kind === 'config') return read.config;
  throw new Error(read.problems.map((problem) => formatConfigProblem(problem)).join('\n'));
}

function readProblems(input: Partial<AppInput>): readonly string[] {
  const read = readAppConfig({ ...nothing, ...input });
  return read.kind === 'problems' ? read.problems.map((problem) => formatConfigProblem(problem)) : [];
}

const file = (text: string) => ({ name: 'hub.yaml', text });

describe('KC-APP-1: flag, environment, file, default', () => {
  test('flag, variable, file and default take precedence in this order', () => {
    const setting = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined });
    fc.assert(
      fc.property(setting, setting, setting, (flag, variable, inFile) => {
        const config = readConfig({
          flags: new Map(flag === undefined ? [] : [['concurrence', String(flag)]]),
          env: { KUBEMIN_CONCURRENCE: variable?.toString() },
          file: file(inFile === undefined ? '' : `reconcilermgr:\n  concurrence: ${inFile}\n`),
        });
        expect(config.concurrency).toBe(flag ?? variable ?? inFile ?? 8);
        const kind = config.values.source(appRows.concurrence).kind;
        const expected =
          flag !== undefined ? 'flag' : variable !== undefined ? 'variable' : inFile !== undefined ? 'file' : 'default';
        expect(kind).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('every setting has a variable, and no two share one', () => {
    const variables = Object.values(appRows).map((row) => environmentVariable(row, 'KUBEMIN_'));
    expect(variables).toContain('KUBEMIN_LEADER_ELECTION_LEASE_DURATION');
    expect(new Set(variables).size).toBe(variables.length);
  });

  test('the prefix of the variables is the choice of the app', () => {
    expect(readConfig({ env: { GREETER_PORTABLE: 'true' }, envPrefix: 'GREETER_' }).portable).toBe(true);
  });

  test('an unknown key is refused with its place and the nearest key', () => {
    const text = 'namespace: team-a\nreconcilermgr:\n  concurence: 4\nresource-filters:\n  ats: "*"\n';
    expect(readProblems({ file: file(text) })).toEqual([
      'hub.yaml:3:3 reconcilermgr.concurence: unknown key; did you mean reconcilermgr.concurrence? (CONFIG_KEY_UNKNOWN)',
      'hub.yaml:4:1 resource-filters: unknown key; did you mean resource-filter? (CONFIG_KEY_UNKNOWN)',
    ]);
  });

  test('a key in the wrong group is reported with the right group', () => {
    expect(readProblems({ file: file('concurrence: 4\n') })[0]).toContain('did you mean reconcilermgr.concurrence?');
  });

  test('all problems are reported at once', () => {
    const problems = readProblems({
      flags: new Map([
        ['concurrence', 'many'],
        ['enable-leader-elections', 'true'],
      ]),
      env: { KUBEMIN_SYNC_PERIOD: 'soon' },
      file: file('portable: maybe\nmetrics-bind-address: 1\nreconcilermgr:\n  metrics-bind-address: ":99999"\n'),
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'hub.yaml:2:1',
      '--enable-leader-elections:',
      'hub.yaml:4:3',
      '--concurrence:',
      'KUBEMIN_SYNC_PERIOD:',
      'hub.yaml:1:1',
    ]);
  });

  test.each([
    ['a list where one value belongs', 'namespace: [a, b]', 'expected one value'],
    ['a group where a value belongs', 'namespace: {name: a}', 'expected a value'],
    ['a value where a group belongs', 'reconcilermgr: 5', 'has settings by name'],
    ['filters that are no map', 'resource-filter: "*"', 'expected names with values'],
    ['a filter that is a list', 'resource-filter: {ats: ["*"]}', 'expected a value'],
    ['a filter that is no regular expression', 'resource-filter: {ats: "re:("}', 'for ats: '],
    ['a list of settings', '- a', 'has settings by name'],
    ['no YAML', 'a: [1', 'this is not YAML'],
    ['a key twice', 'namespace: a\nnamespace: b', 'there twice'],
    ['conflicting lease times', 'leader-election-renew-deadline: 20s', 'leader election times conflict'],
    ['a certificate without a key', 'apiext: {tls: {cert-file: a.pem}}', 'set --apiext-tls-private-key-file'],
    ['more characters than settings need', `# ${'x'.repeat(2_000_000)}`, 'longer than'],
  ])('%s is a problem, never a crash', (_, text, message) => {
    const problems = readProblems({ file: file(text) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  test('reading a file never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['config', 'problems']).toContain(readAppConfig({ ...nothing, file: file(text) }).kind);
      }),
      { numRuns: 200 },
    );
  });
});

describe('KC-APP-1: --print-config', () => {
  const text = `
reconcilermgr:
  metrics-bind-address: 0.0.0.0:9000
  health-probe-bind-address: "0"
enabled-controllers: [ats, redismigrations]
resource-filter:
  ats: team-a/*,!team-a/old-*
sync-period: 0
enable-leader-election: true
`;

  test('shows the source of each value', () => {
    const shown = printConfig(readConfig({ flags: new Map([['namespace', 'team-a']]), file: file(text) }));
    expect(shown).toContain('metrics-bind-address: 0.0.0.0:9000 # hub.yaml:3:3 reconcilermgr.metrics-bind-address\n');
    expect(shown).toContain('namespace: team-a # --namespace\n');
    expect(shown).toContain('concurrence: 8 # default\n');
    expect(shown).toMatch(/# hub.yaml:5:1 enabled-controllers\n\s+- ats/);
  });

  test('gives a file that means the same', () => {
    const config = readConfig({ file: file(text) });
    const again = readConfig({ file: file(printConfig(config)) });
    expect({ ...again, values: undefined }).toEqual({ ...config, values: undefined });
  });

  test('never shows a password', () => {
    const instances = configRow({
      flag: 'instances',
      yaml: ['redismigration.instances'],
      only: 'file',
      type: mapValue('ali-1: redis://host:6379'),
      default: new Map(),
      doc: { en: 'instances', zh: '实例' },
    });
    const read = readAppConfig(
      { ...nothing, file: file('redismigration: {instances: {a: "redis://me:secret@host:1"}}') },
      [instances],
    );
    if (read.kind !== 'config') throw new Error('refused');
    expect(read.config.values.get(instances).get('a')).toContain('secret');
    expect(printConfig(read.config)).toContain('a: redis://***@host:1');
  });
});

describe('files of the framework that came before', () => {
  test('load, with a warning for each key that means nothing here', () => {
    const text = `
reconcilermgr:
  metrics-bind-address: ":18001"
  health-probe-bind-address: ":18002"
  concurrence: 8
  apiserver-enabled: true
log:
  name: hub
  development: true
  level: debug
  format: console
  enable-color: true
  output-paths: [stdout]
gin:
  server:
    mode: debug
    middlewares: recovery,logger
  insecure:
    bind-address: 127.0.0.1
    bind-port: 9080
`;
    const read = readAppConfig({ ...nothing, file: file(text) });
    if (read.kind !== 'config')
      throw new Error(read.problems.map((problem) => formatConfigProblem(problem)).join('\n'));
    expect(read.config.log).toEqual({ level: 'debug', format: 'text' });
    expect(read.config.apiext?.address).toEqual({ kind: 'listen', host: '127.0.0.1', port: 9080 });
    expect(read.warnings.map(({ source }) => source.kind === 'file' && source.path)).toEqual([
      'log.name',
      'log.development',
      'log.enable-color',
      'log.output-paths',
      'gin.server',
    ]);
  });

  test('the older generation loads, too', () => {
    const text = `
enabled-controllers: "ats"
resource-filter:
  ats: default/*
namespace: default
sync-period: 5m
enable-leader-election: true
leader-election-id: old
port: 9443
retry-defer: 15s
reconcile-concurrence: 1
only-reconcile-labeled: true
controller-manager-id: second
http-proxy: ""
bearer-token: abc
`;
    const config = readConfig({ file: file(text) });
    expect(config.enabled).toEqual(['ats']);
    expect(config.filters).toEqual({ ats: 'default/*' });
    expect(config.leaderElection?.name).toBe('old');
    expect(config.routing).toEqual({ id: 'second', onlyLabeled: true });
    expect(config.concurrency).toBe(1);
  });
});

test.each([
  [{ v: '4' }, 'debug'],
  [{ v: '=4' }, 'debug'],
  [{ v: '2' }, 'info'],
  [{ 'zap-log-level': 'warning' }, 'warn'],
  [{ 'log-level': 'error', v: '9' }, 'error'],
])('the flags %j log at %s', (flags, level) => {
  expect(readConfig({ flags: new Map(Object.entries(flags)) }).log.level).toBe(level);
});

test('nothing listens beyond this machine by default', () => {
  const { metrics, health } = readConfig({});
  const apiext = readConfig({ flags: new Map([['apiserver-enabled', 'true']]) }).apiext?.address;
  for (const address of [metrics, health, apiext]) expect(address).toMatchObject({ host: '127.0.0.1' });
});

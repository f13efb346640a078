import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSimulationRules } from './rule-reader.ts';

/** One good value for every field there is. */
const WHOLE = {
  nodes: [
    {
      count: 3,
      prefix: 'gpu',
      capacity: { 'nvidia.com/gpu': '4', cpu: 16 },
      zones: ['a', 'b'],
      labels: { tier: 'fast' },
      taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
    },
  ],
  rules: [
    {
      match: { labels: { app: 'web*' }, namespace: 'shop*', image: '*:broken', node: 'gpu-?' },
      start: { delay: '2s', jitter: '1s', imagePull: '5s' },
      ready: { delay: '3s', failRate: 0.1 },
      run: { for: '30s', exit: 1, failRate: 0.2, crashLoop: { times: 3 } },
      stop: { delay: '2s', ignoresGrace: true },
      usage: { cpu: { total: 2, over: 'matched' }, memory: '64Mi', disk: '1Gi' },
      logs: { lines: ['GET / {n}'], every: '1s' },
      exec: [{ command: ['sh', '-c', 'exit 3'], exit: 3, stdout: 'out', stderr: 'err' }],
    },
    {
      match: { node: 'gpu-0' },
      node: {
        ready: false,
        flap: { up: '30s', down: '20s' },
        lease: 'stopped',
        clockSkew: '-5m',
        lies: { capacity: { cpu: '1k' } },
      },
    },
  ],
};

const read = (document: unknown) => readSimulationRules(JSON.stringify(document));
const readProblems = (text: string) => {
  const found = readSimulationRules(text);
  return found.kind === 'problems' ? found.problems.map(({ path, message }) => `${path}: ${message.message}`) : [];
};

test('every supported field is read', () => {
  const found = read(WHOLE);
  expect(found).toMatchObject({
    kind: 'rules',
    rules: {
      nodes: [{ count: 3, prefix: 'gpu', capacity: { 'nvidia.com/gpu': '4', cpu: '16' }, zones: ['a', 'b'] }],
      rules: [
        {
          start: { delayMs: 2000, jitterMs: 1000, pullMs: 5000 },
          ready: { delayMs: 3000, failRate: 0.1 },
          run: { forMs: 30_000, exitCode: 1, failRate: 0.2, crashes: 3 },
          stop: { delayMs: 2000, ignoresGrace: true },
          usage: {
            cpu: { of: 'total', amount: 2 },
            memory: { of: 'each', amount: 64 * 1024 * 1024 },
            disk: { of: 'each', amount: 1024 ** 3 },
          },
          logs: { lines: ['GET / {n}'], everyMs: 1000 },
          exec: [{ command: ['sh', '-c', 'exit 3'], exitCode: 3, stdout: 'out', stderr: 'err' }],
        },
        { node: { ready: false, stopped: true, clockSkewMs: -300_000, capacity: { cpu: '1k' } } },
      ],
    },
  });
});

test('no rules at all are rules', () => {
  expect([readSimulationRules(''), read({}), readSimulationRules('# nothing yet\n')].map(({ kind }) => kind)).toEqual([
    'rules',
    'rules',
    'rules',
  ]);
});

describe('a problem is reported with its place', () => {
  test.each([
    [
      'rules: [{ start: { delay: soon } }]',
      'rules[0].start.delay: must be a duration such as 500ms, 2s or 1m, not "soon"',
    ],
    [
      'rules: [{ start: { imagePull: maybe } }]',
      'rules[0].start.imagePull: must be ok, error or a duration such as 5s, not "maybe"',
    ],
    ['rules: [{ ready: { failRate: 20 } }]', 'rules[0].ready.failRate: must be a number from 0 to 1, not 20'],
    ['rules: [{ run: { exit: 256 } }]', 'rules[0].run.exit: must be a whole number from 0 to 255, not 256'],
    [
      'rules: [{ usage: { cpu: much } }]',
      'rules[0].usage.cpu: must be a quantity of 0 or more such as 500m, 2 or 64Mi, not "much"',
    ],
    ['rules: [{ usage: { cpu: { over: matched } } }]', 'rules[0].usage.cpu.total: is missing'],
    ['rules: [{ logs: { lines: [] } }]', 'rules[0].logs.lines: must not be empty'],
    [
      'rules: [{ match: { labels: { "a b": x } }, stop: {} }]',
      'rules[0].match.labels["a b"]: must be a name such as app or example.com/tier, not "a b"',
    ],
    [
      'rules: [{ match: { node: x } }]',
      'rules[0]: has no effect; give it one of start, ready, run, init, stop, usage, logs, exec, node',
    ],
    [
      'rules: [{ match: { image: x }, node: { ready: false } }]',
      'rules[0].node: is about nodes, and nodes are matched by match.node alone; put it into a rule of its own',
    ],
    ['rules: [{ node: { lease: gone } }]', 'rules[0].node.lease: must be one of stopped, renewed, not "gone"'],
    ['rules: {}', 'rules: must be a list, not {}'],
    ['rule: []', 'rule: is not known here; did you mean rules?'],
    [
      'nodes: [{ count: 1, prefix: A }]',
      'nodes[0].prefix: must be lower case letters, digits and dashes, at most 57, not "A"',
    ],
    [
      'nodes: [{ count: 1, prefix: a }, { count: 1, prefix: a }]',
      'nodes[1].prefix: is the prefix of another group, too: "a"',
    ],
    [
      'nodes: [{ count: 15000, prefix: a }, { count: 15000, prefix: b }]',
      'nodes: are 30000 together; at most 20000 can be simulated',
    ],
    ['- a', ': must be a record of fields, not ["a"]'],
  ])('%s', (text, problem) => {
    expect(readProblems(text)).toEqual([problem]);
  });
});

/** All places of a value that hold no other places. */
function leaves(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => leaves(item, [...path, key]));
}

function withBroken(value: unknown, broken: ReadonlySet<string>, path: readonly (string | number)[] = []): unknown {
  if (broken.has(JSON.stringify(path))) return [null];
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => withBroken(item, broken, [...path, index]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withBroken(item, broken, [...path, key])]),
  );
}

function written(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : /^[\w-]+$/.test(step) ? `.${step}` : `["${step}"]`))
    .join('')
    .slice(1);
}

test('however many fields are broken, each of them is named, and nothing else is', () => {
  const places = leaves(WHOLE);
  fc.assert(
    fc.property(fc.subarray(places, { minLength: 1 }), (broken) => {
      const found = read(withBroken(WHOLE, new Set(broken.map((path) => JSON.stringify(path)))));
      expect(found.kind).toBe('problems');
      if (found.kind !== 'problems') return;
      expect([...new Set(found.problems.map(({ path }) => path))].sort()).toEqual(broken.map(written).sort());
    }),
  );
});

test('never throws, whatever it is given', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('&a [*a, *a]', '!!binary x', '? {a: b}', '\u0000', '__proto__: 1'),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const found = readSimulationRules(text);
      expect(found.kind === 'rules' || found.problems.length > 0).toBe(true);
    }),
  );
});

test('rules nested or repeated beyond reason are refused, not suffered', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefg'[at]}`).join(', ')}]`)
    .join('\n')}`;
  for (const text of ['['.repeat(20_000), bomb, 'x'.repeat(1_100_000)]) {
    expect(readSimulationRules(text).kind).toBe('problems');
  }
});

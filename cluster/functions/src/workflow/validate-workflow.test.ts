import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRANCH, CALLEE, CALLER, LOG, PIPELINE } from './test-support/sample-chains.ts';
import type { WrittenWorkflow } from './test-support/workflow-bench.ts';
import { isRunnable, readWorkflowSpec, type WorkflowSurroundings } from './validate-workflow.ts';

const func = (name: string, next?: string) => ({ name, type: 'func', func: { name: 'f' }, ...(next && { next }) });
const fork = (name: string, ...next: string[]) => ({
  name,
  type: 'fork',
  fork: [
    ...next.map((to) => ({ variable: 'x', compareBy: 'StrE', compareTo: to, next: to })),
    { compareBy: 'default' },
  ],
});

function problemsOf(spec: object, surroundings?: WorkflowSurroundings): readonly string[] {
  const { problems } = readWorkflowSpec(spec, surroundings);
  return problems.map(({ path, code, severity }) => `${severity} ${code} ${path}`);
}

test.each(Object.entries({ BRANCH, PIPELINE, LOG, CALLER, CALLEE }))('the sample program %s is valid', (_, spec) => {
  expect(problemsOf(spec)).toEqual([]);
});

describe('a bad chain', () => {
  test.each<[string, object, readonly string[]]>([
    ['an unknown start', { startNode: 'x', nodes: [func('a')] }, ['error UNKNOWN_NODE spec.startNode']],
    ['a name twice', { startNode: 'a', nodes: [func('a'), func('a')] }, ['error DUPLICATE_NODE spec.nodes[1].name']],
    ['an unknown next', { startNode: 'a', nodes: [func('a', 'b')] }, ['error UNKNOWN_NODE spec.nodes[0].next']],
    [
      'an unreachable node',
      { startNode: 'a', nodes: [func('a'), func('b')] },
      ['error UNREACHABLE_NODE spec.nodes[1]'],
    ],
    [
      'a cycle without an end',
      { startNode: 'a', nodes: [func('a', 'b'), func('b', 'a')] },
      ['error ENDLESS_CYCLE spec.nodes[0]'],
    ],
    [
      'a cycle with a fork',
      { startNode: 'a', nodes: [func('a', 'b'), fork('b', 'a')] },
      ['warning CYCLE spec.nodes[0]'],
    ],
    [
      'a node without its block',
      { startNode: 'a', nodes: [{ name: 'a', type: 'func' }] },
      ['error BLOCK_MISSING spec.nodes[0].func'],
    ],
    [
      'a block of another type, and fields without effect',
      { startNode: 'a', nodes: [{ ...fork('a'), func: { name: 'f' }, next: 'a', retry: {} }] },
      [
        'error BLOCK_UNUSED spec.nodes[0].func',
        'error BLOCK_UNUSED spec.nodes[0].next',
        'error BLOCK_UNUSED spec.nodes[0].retry',
      ],
    ],
    [
      'a fork without a default, with comparisons that cannot be',
      {
        startNode: 'a',
        nodes: [
          {
            name: 'a',
            type: 'fork',
            fork: [
              { variable: 'x', compareBy: 'NumE', compareTo: 'eight' },
              { variable: 'x', compareBy: 'StrMatch', compareTo: '(' },
              { variable: 'x', compareBy: 'Equals', compareTo: '1' },
              { compareBy: 'StrE' },
              { variable: 'x', compareBy: 'Exists', compareTo: 'maybe' },
            ],
          },
        ],
      },
      [
        'error COMPARE_TO_INVALID spec.nodes[0].fork[0].compareTo',
        'error COMPARE_TO_INVALID spec.nodes[0].fork[1].compareTo',
        'error UNKNOWN_COMPARISON spec.nodes[0].fork[2].compareBy',
        'error VARIABLE_MISSING spec.nodes[0].fork[3].variable',
        'error COMPARE_TO_MISSING spec.nodes[0].fork[3].compareTo',
        'error COMPARE_TO_INVALID spec.nodes[0].fork[4].compareTo',
        'warning FORK_WITHOUT_DEFAULT spec.nodes[0].fork',
      ],
    ],
    [
      'an empty fork',
      { startNode: 'a', nodes: [{ name: 'a', type: 'fork', fork: [] }] },
      ['error FORK_EMPTY spec.nodes[0].fork'],
    ],
    [
      'entries behind a default',
      {
        startNode: 'a',
        nodes: [{ name: 'a', type: 'fork', fork: [{ compareBy: 'default' }, { compareBy: 'default' }] }],
      },
      ['warning FORK_ENTRY_UNUSED spec.nodes[0].fork[1]'],
    ],
    [
      'a result key without wait, an overwritten key',
      {
        startNode: 'a',
        nodes: [
          { name: 'a', type: 'call', call: { workflow: 'w', resultKey: 'r', inherit: ['x'], arguments: { x: 1 } } },
        ],
      },
      [
        'error RESULT_KEY_WITHOUT_WAIT spec.nodes[0].call.resultKey',
        'warning INHERITED_OVERWRITTEN spec.nodes[0].call.inherit[0]',
      ],
    ],
    [
      'an error handler that is the node itself',
      { startNode: 'a', nodes: [{ ...func('a'), onError: 'a' }] },
      ['error ON_ERROR_SAME spec.nodes[0].onError', 'warning CYCLE spec.nodes[0]'],
    ],
    [
      'a merge node without branches',
      { startNode: 'a', nodes: [func('a', 'm'), { name: 'm', type: 'merge' }] },
      ['error MERGE_WITHOUT_PARALLEL spec.nodes[1]'],
    ],
    [
      'branches that share a node, end at no merge node, and are listed twice',
      {
        startNode: 'p',
        nodes: [
          { name: 'p', type: 'parallel', parallel: { branches: ['a', 'b', 'a'], merge: 'end' } },
          func('a', 'c'),
          func('b', 'c'),
          func('c'),
          func('end'),
        ],
      },
      [
        'error MERGE_NOT_MERGE spec.nodes[0].parallel.merge',
        'error SHARED_BY_BRANCHES spec.nodes[0].parallel.branches[1]',
        'error BRANCH_TWICE spec.nodes[0].parallel.branches[2]',
      ],
    ],
    [
      'a branch that leads out of the branches, and a way around them to the merge node',
      {
        startNode: 'f',
        nodes: [
          fork('f', 'p', 'm', 'out'),
          { name: 'p', type: 'parallel', parallel: { branches: ['a'], merge: 'm' } },
          func('a', 'out'),
          func('out'),
          { name: 'm', type: 'merge' },
        ],
      },
      [
        'error MERGE_FROM_OUTSIDE spec.nodes[1].parallel.merge',
        'error BRANCH_LEAVES spec.nodes[1].parallel.branches[0]',
      ],
    ],
  ])('with %s is reported', (_, spec, expected) => {
    expect([...problemsOf(spec)].sort()).toEqual([...expected].sort());
  });

  test('has all its problems listed at once, with a near name as a hint', () => {
    const { problems } = readWorkflowSpec({ startNode: 'strat', nodes: [func('start', 'middel'), func('middle')] });
    expect(problems.map(({ message }) => message.message)).toEqual([
      'there is no node "strat"; did you mean "start"?',
      'there is no node "middel"; did you mean "middle"?',
    ]);
  });

  test('with lenient validation may have unknown and unreachable nodes, as in the sample of Minik8s', () => {
    const spec = { startNode: 'a', nodes: [func('a', 'logNode'), func('b')], validation: 'lenient' };
    const { problems } = readWorkflowSpec(spec);
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning UNKNOWN_NODE',
      'warning UNREACHABLE_NODE',
    ]);
    expect(isRunnable(problems)).toBe(true);
  });

  test('is warned of functions and workflows that do not exist yet, and of calling itself', () => {
    const nodes = [
      func('a', 'b'),
      { name: 'b', type: 'call', call: { workflow: 'other' }, next: 'c' },
      { name: 'c', type: 'call', call: { workflow: 'me' } },
    ];
    const surroundings = { name: 'me', functions: new Set<string>(), workflows: new Set(['me']) };
    expect(problemsOf({ startNode: 'a', nodes }, surroundings)).toEqual([
      'warning UNKNOWN_FUNCTION spec.nodes[0].func.name',
      'warning UNKNOWN_WORKFLOW spec.nodes[1].call.workflow',
      'warning CALLS_ITSELF spec.nodes[2].call.workflow',
    ]);
  });

  test('that is none has the paths of the schema', () => {
    expect(problemsOf({ nodes: [{ name: '-', type: 'loop' }] })).toEqual([
      'error SCHEMA spec.startNode',
      'error SCHEMA spec.nodes[0].name',
      'error SCHEMA spec.nodes[0].type',
    ]);
    expect(problemsOf({ startNode: 'a', nodes: [] })).toEqual(['error SCHEMA spec.nodes']);
    for (const value of [null, 7, 'text', []]) expect(readWorkflowSpec(value).spec).toBeUndefined();
  });
});

test('a chain without problems has no unknown or unreachable node, whatever it looks like', () => {
  const names = ['a', 'b', 'c', 'd'];
  const target = fc.constantFrom(...names, 'x', '');
  const node = fc.tuple(fc.constantFrom(...names), fc.constantFrom('func', 'fork', 'call'), target, target);
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), fc.constantFrom(...names), (drawn, startNode) => {
      const nodes = drawn.map(([name, type, first, second]) => {
        if (type === 'func') return { ...func(name, first), onError: second };
        if (type === 'call') return { name, type, call: { workflow: 'w' }, next: first };
        return {
          name,
          type,
          fork: [
            { variable: 'x', compareBy: 'StrE', compareTo: '1', next: first },
            { compareBy: 'default', next: second },
          ],
        };
      });
      const spec: WrittenWorkflow = { startNode, nodes };
      const { problems } = readWorkflowSpec(spec);
      const reached = walk(drawn, startNode);
      const isSound =
        reached !== undefined &&
        reached.size === drawn.length &&
        new Set(drawn.map(([name]) => name)).size === drawn.length;
      const named = problems.filter(({ code }) => /NODE$/.test(code) || code === 'UNREACHABLE_NODE');
      expect(named.length === 0).toBe(isSound);
    }),
    { numRuns: 300 },
  );
});

/** The nodes that are reached; undefined when a way leads to a node that does not exist. */
function walk(nodes: readonly (readonly [string, string, string, string])[], start: string): Set<string> | undefined {
  const reached = new Set<string>();
  const left = [start];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (reached.has(name)) continue;
    const node = nodes.find(([other]) => other === name);
    if (node === undefined) return undefined;
    reached.add(name);
    const [, type, first, second] = node;
    left.push(...[first, ...(type === 'call' ? [] : [second])].filter((to) => to !== ''));
  }
  return reached;
}

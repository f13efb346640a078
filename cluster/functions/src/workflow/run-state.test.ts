import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearFailures, type RunState, RunTransitions } from './run-state.ts';
import { readWorkflowSpec } from './validate-workflow.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** A part of a chain: nodes in series, with one way in and one way out. */
type Part =
  | { readonly kind: 'func'; readonly retry: boolean }
  | { readonly kind: 'series'; readonly parts: readonly Part[] }
  | { readonly kind: 'parallel'; readonly parts: readonly Part[]; readonly onError: boolean };

const part = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('func' as const), retry: fc.boolean() }),
    fc.record({ kind: fc.constant('series' as const), parts: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('parallel' as const),
      parts: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
      onError: fc.boolean(),
    }),
  ),
})).part;

/** The nodes of a part that leads to `next`; its first node. */
function toNodes(of: Part, next: string, nodes: object[]): string {
  const name = `n${nodes.length}`;
  switch (of.kind) {
    case 'func':
      nodes.push({ name, type: 'func', func: { name: 'f' }, next, ...(of.retry ? { retry: { maxAttempts: 2 } } : {}) });
      return name;
    case 'series':
      return of.parts.reduceRight((to, one) => toNodes(one, to, nodes), next);
    case 'parallel': {
      const merge = `m${nodes.length}`;
      const at = nodes.push({}) - 1;
      nodes.push({ name: merge, type: 'merge', next });
      const branches = of.parts.map((one) => toNodes(one, merge, nodes));
      // After a failure of a branch the merge node cannot follow: the run goes on behind it.
      const onError = of.onError && !next.startsWith('m') ? { onError: next } : {};
      nodes[at] = { name, type: 'parallel', parallel: { branches, merge }, ...onError };
      return name;
    }
  }
}

test('every chain of valid parts ends once, whatever fails and in whatever order branches end', () => {
  const choices = fc.infiniteStream(
    fc.record({ index: fc.nat(50), fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }),
  );
  fc.assert(
    fc.property(part, choices, (chain, stream) => {
      const nodes: object[] = [{ name: 'end', type: 'func', func: { name: 'f' } }];
      const startNode = toNodes(chain, 'end', nodes);
      const { spec, problems } = readWorkflowSpec({ startNode, nodes });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      if (spec === undefined) return;
      const transitions = new RunTransitions(spec);
      let state: RunState = transitions.start({ value: {} }, AT);
      const attempts = new Set<string>();
      let resets = 0;
      for (let turn = 0; state.result === undefined; turn += 1) {
        expect(turn).toBeLessThan(5_000);
        if (state.error !== undefined) {
          const { error: _, ...progress } = state;
          state = clearFailures(progress);
          resets += 1;
          if (resets > 20) return;
        }
        const { index, fails } = stream.next().value;
        const current = state.current[index % state.current.length];
        if (current === undefined) throw new Error('the run has neither an end nor a current node');
        const { type, next } = transitions.findNode(current.node) ?? { type: 'func' };
        if (type === 'func') {
          const attempt = `${current.step}.${current.attempt}`;
          expect(attempts.has(attempt)).toBe(false);
          attempts.add(attempt);
        }
        state =
          type === 'parallel'
            ? transitions.branch(state, current, AT)
            : fails && type === 'func'
              ? fail(transitions, state, current)
              : transitions.complete(state, current, { next }, AT);
        const branches = new Set(state.joins.map(({ parallel }) => parallel));
        for (const { branch } of state.current) if (branch !== undefined) expect(branches).toContain(branch.parallel);
      }
      expect(state.current).toEqual([]);
      expect(state.joins).toEqual([]);
      expect(state.steps.at(-1)?.node).toBe('end');
      expect(new Set(state.steps.map(({ step }) => step)).size).toBe(state.steps.length);
    }),
    { numRuns: 300 },
  );
});

function fail(transitions: RunTransitions, state: RunState, current: RunState['current'][number]): RunState {
  const error = { node: current.node, step: current.step, type: 'E', message: 'failed' };
  const route = transitions.routeFailure(state, current);
  if (route.kind === 'fail') return transitions.fail(state, current, error);
  if (route.kind === 'retry') return transitions.retry(state, current, { error, at: AT });
  const { join, next } = route;
  return join === undefined
    ? transitions.complete(state, current, { next, error }, AT)
    : transitions.abandon(state, current, { join, completion: { next, error }, at: AT });
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, refersToFailure } from './condition.ts';
import { readCondition } from './condition-parser.ts';

const facts: Readonly<Record<string, unknown>> = {
  'steps.test.status': 'succeeded',
  'steps.test.outputs.count': '3',
  'inputs.env': 'prod',
  failed: false,
};

function evaluate(text: string): boolean | string {
  const result = readCondition(text);
  if (result.kind === 'faulty') return result.message.message;
  return holds(result.condition, (path) => facts[path.join('.')]);
}

describe('conditions', () => {
  test.each([
    ['always', true],
    ['failed', false],
    ['!failed', true],
    ['steps.test.status == "succeeded"', true],
    ["steps.test.status == 'failed'", false],
    ['steps.test.outputs.count >= 3 && steps.test.outputs.count < 10', true],
    ['steps.test.outputs.count == 3', true],
    ['failed || inputs.env == "prod" && false', false],
    ['(failed || inputs.env == "prod") && true', true],
    ['inputs.nothing == "x"', false],
    ['inputs.nothing != "x"', true],
    ['inputs.nothing < 1', false],
    ['inputs.nothing', false],
    [String.raw`"a\"b" == 'a"b'`, true],
  ])('%s is %s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  test.each([
    ['', 'the condition is incomplete'],
    ['a ==', 'the condition is incomplete'],
    ['(a', 'a ")" is missing'],
    ['a b', 'unexpected "b"'],
    ['a = b', 'cannot read "= b"'],
    ['&& a', 'unexpected "&&"'],
    ['!'.repeat(500), 'more than 50 parts'],
  ])('%j is refused in words', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  test('any text is read or refused, and what is read can be evaluated', () => {
    const piece = fc.oneof(
      fc.constantFrom('&&', '||', '!', '(', ')', '==', '<', 'steps.a-b.status', 'always', '"x"', '3', ' '),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(['boolean', 'string']).toContain(typeof evaluate(pieces.join(' ')));
      }),
    );
  });

  test('only conditions that ask how steps ended are evaluated after a failure', () => {
    const asks = (text: string) => {
      const result = readCondition(text);
      return result.kind === 'read' && refersToFailure(result.condition);
    };
    expect(['always', '!failed', 'true && steps.a.status == "failed"'].map(asks)).toEqual([true, true, true]);
    expect(['inputs.env == "prod"', 'steps.a.outputs.status == "x"', 'succeeded'].map(asks)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

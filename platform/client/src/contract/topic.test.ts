import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Topic, topicsSchema, topicsText } from './topic.ts';

const id = fc.stringMatching(/^[\w.-]{1,40}$/);
const topic: fc.Arbitrary<Topic> = fc.oneof(
  fc.record({ kind: fc.constantFrom('run' as const, 'app' as const), id }),
  fc.record({ kind: fc.constantFrom('runs' as const, 'applications' as const) }),
);

test('topics that are written are read as they were', () => {
  fc.assert(
    fc.property(fc.array(topic, { minLength: 1, maxLength: 20 }), (topics) => {
      expect(topicsSchema.parse(topicsText(topics))).toEqual(topics);
    }),
  );
});

test.each(['', ',', 'run', 'run:', 'app:a b', 'other', 'runs:1', 'run:a,x', 'runs,'.repeat(501)])(
  '"%s" is refused',
  (text) => {
    expect(topicsSchema.safeParse(text).success).toBe(false);
  },
);

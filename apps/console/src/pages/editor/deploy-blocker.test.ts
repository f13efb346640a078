import { expect, test } from 'vitest';
import { findDeployBlocker, type ReviewState } from './deploy-blocker.ts';

const seen: ReviewState = {
  lostSecrets: 0,
  firstError: undefined,
  isChecked: true,
  plan: { isError: false, isFetching: false, data: { summary: { refused: 0 } } },
};
const code = (changes: Partial<ReviewState>) => findDeployBlocker({ ...seen, ...changes })?.code;

test('nothing is deployed before its plan was seen and the document was checked as it is', () => {
  expect(code({})).toBeUndefined();
  const plan = { isError: false, isFetching: true };
  expect(code({ plan })).toBe('console.review.planPending');
  // The plan of before is shown while it is made again.
  expect(code({ plan: { ...plan, data: { summary: { refused: 0 } } } })).toBe('console.review.planPending');
  expect(code({ isChecked: false })).toBe('console.review.planPending');
});

test('a plan that failed, a refused object, an error and a missing secret block a deployment', () => {
  expect(code({ plan: { isError: true, isFetching: false } })).toBe('console.review.planFailed');
  expect(code({ plan: { ...seen.plan, data: { summary: { refused: 2 } } } })).toBe('console.review.refusedJobs');
  expect(code({ firstError: 'no image' })).toBe('console.review.blockedBy');
  expect(code({ firstError: 'no image', lostSecrets: 1 })).toBe('console.editor.secretsLost');
});

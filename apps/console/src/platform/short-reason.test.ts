import { expect, test } from 'vitest';
import { shortReason } from './short-reason.ts';

const state = (code: string) => ({
  code,
  message: 'pod web-1, container web cannot pull image "web:2"',
  params: { where: 'pod web-1', image: 'web:2', reason: 'not found' },
});
const health = (params: Readonly<Record<string, unknown>>) => ({
  phase: 'Degraded' as const,
  reason: 'web: pod web-1, container web cannot pull image "web:2"',
  texts: { reason: { code: 'client.health.component', params } },
});

test('a usual trouble of one component is shown without names of pods', () => {
  const found = shortReason(health({ component: 'web', state: state('engine.readiness.pullFailed') }));
  expect(found).toMatchObject({ component: 'web', trouble: { message: 'cannot pull its image.' } });
});

test('other reasons, and those of older servers, are shown as they are', () => {
  expect(shortReason(health({ component: 'web', state: state('engine.readiness.noProgress') }))).toBeUndefined();
  expect(shortReason(health({ first: state('a'), rest: state('b') }))).toBeUndefined();
  expect(shortReason({ phase: 'Degraded', reason: 'web is down', texts: undefined })).toBeUndefined();
});

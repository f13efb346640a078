import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationHealth } from './application-health.ts';
import { componentReasonSchema, componentStatusSchema } from './component.ts';

const RUNNING = { name: 'web', status: 'Running', reason: 'Ready', message: '1 of 1 ready' } as const;
const PENDING = { name: 'api', status: 'Pending', reason: 'Progressing', message: '0 of 1 ready' } as const;
const FAILED = { name: 'db', status: 'Failed', reason: 'CrashLoop', message: 'it crashes' } as const;
const STOPPED = { name: 'batch', status: 'Failed', reason: 'Stopped', message: 'scaled to 0' } as const;
const ABSENT = { name: 'new', status: 'Unknown', reason: 'NotDeployed', message: 'not deployed yet' } as const;
const UNWATCHED = { name: 'other', status: 'Unknown', reason: 'NotWatched', message: 'not watched' } as const;
const RUN = { number: 214, kind: 'deploy', status: 'running' } as const;

test.each([
  ['a run under way', [FAILED], RUN, 'Deploying', 'run 214 (deploy) is running'],
  ['a run that has ended', [RUNNING], { ...RUN, status: 'completed' }, 'Healthy', 'all components are running'],
  [
    'something that failed beside something that starts',
    [RUNNING, PENDING, FAILED],
    undefined,
    'Degraded',
    'db: it crashes',
  ],
  ['something that starts', [RUNNING, PENDING, ABSENT], undefined, 'Starting', 'api: 0 of 1 ready'],
  ['something scaled to nothing on purpose', [RUNNING, STOPPED], undefined, 'Healthy', /stopped: batch$/],
  ['a type without a watch', [RUNNING, UNWATCHED], undefined, 'Healthy', 'all components are running'],
  ['nothing delivered', [ABSENT, ABSENT], undefined, 'NotDeployed', 'not deployed yet'],
  ['no components', [], undefined, 'NotDeployed', 'not deployed yet'],
  ['a component that is new', [RUNNING, ABSENT], undefined, 'Unknown', 'new: not deployed yet'],
] as const)('%s', (_, components, run, phase, reason) => {
  const health = applicationHealth(components, run);
  expect(health.phase).toBe(phase);
  expect(health.reason).toMatch(reason);
});

test('for any components, the result does not depend on their order and names no healthy one as unhealthy', () => {
  const component = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom(...componentStatusSchema.options),
    reason: fc.constantFrom(...componentReasonSchema.options),
    message: fc.constant('words'),
  });
  fc.assert(
    fc.property(fc.array(component), (components) => {
      const { phase } = applicationHealth(components);
      expect(applicationHealth(components.toReversed()).phase).toBe(phase);
      // The state of a type without a watch is not known, so it does not count.
      const starting = components.filter(({ status, reason }) => status === 'Pending' && reason !== 'NotWatched');
      if (phase === 'Healthy') expect(starting).toEqual([]);
    }),
  );
});

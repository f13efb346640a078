import { describe, expect, test } from 'vitest';
import { serial } from './phase-handler.ts';
import { definePhaseMachine } from './phase-machine.ts';
import { jobDefinition } from './test-support/phase-bench.ts';
import { done } from './test-support/scripted-handler.ts';

describe('KC-PM-2: a definition is checked before anything runs', () => {
  const findProblems = (change: Parameters<typeof jobDefinition>[0]) =>
    definePhaseMachine(jobDefinition(change)).problems.map(({ phase, field }) => `${phase ?? ''} ${field}`.trim());

  test('a sound one has no problems', () => {
    expect(findProblems({})).toEqual([]);
  });

  test.each([
    ['an initial phase that nothing handles', { initialPhase: 'Nowhere' }, 'Nowhere handlers'],
    ['an initial phase that is terminal', { initialPhase: 'Failed' }, 'initialPhase'],
    ['a phase without a handler', { handlers: { Init: done('Init') } }, 'Run handlers'],
    ['a phase that leads nowhere', { normalTrans: { Init: 'Run' } }, 'Run normalTrans'],
    ['a phase that fails nowhere', { errorTrans: { Init: 'PreFailed' } }, 'Run errorTrans'],
    [
      'a terminal phase that cannot be reached',
      { errorTrans: { Init: 'Failed', Run: 'Failed' } },
      'PreFailed terminalPhases',
    ],
    ['a failed phase that is not terminal', { terminalPhases: ['PreFailed', 'Succeeded'] }, 'Failed failedPhases'],
    [
      'a handler on a terminal phase',
      { handlers: { ...jobDefinition().handlers, Failed: done('x') } },
      'Failed handlers',
    ],
    [
      'a way out of a terminal phase',
      { normalTrans: { Init: 'Run', Run: 'Succeeded', Failed: 'Init' } },
      'Failed normalTrans',
    ],
    ['a target that does not exist', { normalTrans: { Init: 'Runn', Run: 'Succeeded' } }, 'Init normalTrans'],
    ['patience that is none', { policies: { Run: { maxAttempts: 0 } } }, 'Run policies'],
    ['a policy for a phase that is not there', { policies: { Rum: { maxAttempts: 3 } } }, 'Rum policies'],
    ['a pause before the beginning', { pausePhases: ['Init'] }, 'Init pausePhases'],
    ['an empty composite', { handlers: { Init: serial('Init'), Run: done('Run') } }, 'Init handlers'],
    [
      'two components of one name',
      { handlers: { Init: serial('Init', done('a'), done('a')), Run: done('Run') } },
      'Init handlers',
    ],
    ['a phase called like the finaliser', { initialPhase: 'finalise', finalise: done('x') }, 'finalise finalise'],
  ])('%s is refused', (_what, change, problem) => {
    expect(findProblems(change)).toContain(problem);
  });
});

import { describe, expect, test } from 'vitest';
import { definePhaseMachine } from './phase-machine.ts';
import { jobDefinition } from './test-support/phase-bench.ts';

describe('KC-PM-9: the matrix can be drawn', () => {
  test('as a Mermaid state diagram', () => {
    expect(definePhaseMachine(jobDefinition({ pausePhases: ['Run'] })).toMermaid()).toBe(`stateDiagram-v2
  [*] --> Init
  Init --> Run
  Init --> PreFailed: error
  Run --> Succeeded
  Run --> Failed: error
  Succeeded --> [*]
  PreFailed --> [*]
  Failed --> [*]
  note right of Run: waits for continue
`);
  });

  test('with the phases that a handler chooses', () => {
    const chosen = jobDefinition({ terminalPhases: ['Succeeded', 'PreFailed', 'Failed', 'Cancelled'] });
    const machine = definePhaseMachine({ ...chosen, choices: { Run: ['Cancelled'] } });
    expect(machine.problems).toEqual([]);
    expect(machine.toMermaid()).toContain('  Run --> Cancelled\n');
    expect(definePhaseMachine(chosen).problems).toMatchObject([{ phase: 'Cancelled', field: 'terminalPhases' }]);
  });

  test('with names that Mermaid would not understand', () => {
    const picture = definePhaseMachine(
      jobDefinition({
        initialPhase: 'pre-check "one"',
        normalTrans: { 'pre-check "one"': 'end' },
        errorTrans: {},
        terminalPhases: ['end'],
        failedPhases: [],
        handlers: {},
      }),
    ).toMermaid();
    expect(picture).toContain(`state "pre-check 'one'" as phase0_`);
    expect(picture).toContain('state "end" as phase1_');
    expect(picture).toContain('phase0_ --> phase1_\n');
  });

  test('as equivalent JSON', () => {
    const graph = definePhaseMachine(jobDefinition()).toJson();
    expect(JSON.parse(JSON.stringify(graph))).toEqual({
      resource: 'jobs',
      initialPhase: 'Init',
      phases: [
        { name: 'Init', kind: 'working', normal: 'Run', error: 'PreFailed' },
        { name: 'Run', kind: 'working', normal: 'Succeeded', error: 'Failed' },
        { name: 'Succeeded', kind: 'succeeded' },
        { name: 'PreFailed', kind: 'failed' },
        { name: 'Failed', kind: 'failed' },
      ],
    });
  });
});

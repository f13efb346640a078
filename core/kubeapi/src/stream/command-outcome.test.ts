import { expect, it } from 'vitest';
import { outcomeText, readOutcome } from './command-outcome.ts';

it('an exit code survives the way through a Status', () => {
  for (const exitCode of [0, 1, 3, 127, 255]) {
    const outcome = { kind: 'exited', exitCode } as const;
    expect(readOutcome(outcomeText(outcome, ['sh'], 'status'))).toEqual(outcome);
  }
});

it('a failure keeps its message in either form', () => {
  const outcome = { kind: 'failed', message: 'no such container' } as const;
  expect(readOutcome(outcomeText(outcome, [], 'status'))).toEqual(outcome);
  expect(readOutcome(outcomeText(outcome, [], 'words'))).toEqual(outcome);
});

it('older protocols send nothing on success', () => {
  expect(outcomeText({ kind: 'exited', exitCode: 0 }, ['true'], 'words')).toBe('');
  expect(readOutcome('')).toEqual({ kind: 'exited', exitCode: 0 });
});

it('the exit code is where clients look for it', () => {
  expect(JSON.parse(outcomeText({ kind: 'exited', exitCode: 3 }, ['sh', '-c', 'exit 3'], 'status'))).toEqual({
    metadata: {},
    status: 'Failure',
    message: 'command terminated with non-zero exit code: error executing command [sh -c exit 3], exit code 3',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '3' }] },
  });
});

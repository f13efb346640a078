import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interleave } from '../support/interleave.ts';

/** How long each of some command lines of Node takes from start to end, round by round, in milliseconds. */
export function commandTimes(
  lines: readonly (readonly string[])[],
  rounds: number,
): Promise<readonly (readonly number[])[]> {
  return interleave(lines, rounds, async (args) => {
    const began = performance.now();
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'ignore' });
    await once(child, 'close');
    return performance.now() - began;
  });
}

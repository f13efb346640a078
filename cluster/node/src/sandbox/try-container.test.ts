import { readdir } from 'node:fs/promises';
import { systemClock, systemRandom } from '@kubemin/base';
import { eventually, missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProcesses, PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';
import { tryContainer } from './try-container.ts';

const missing = await missingNamespaces();
const parts = { clock: systemClock, random: systemRandom };

async function trialDirectory(): Promise<string> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  return path;
}

describe.skipIf(missing !== undefined)(
  `a trial container${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('runs, and leaves no file and no process', async () => {
      const directory = await trialDirectory();
      await tryContainer({ ...parts, directory, programDirectories: PROGRAM_DIRECTORIES });
      expect(await readdir(directory)).toEqual([]);
      // They were killed, and end when the kernel comes to it.
      await eventually(async () => (await findProcesses(directory)).length === 0);
    });
  },
);

test('a machine without the programs: the error names those that are missing', async () => {
  const directory = await trialDirectory();
  const trial = tryContainer({ ...parts, directory, programDirectories: [directory] });
  await expect(trial).rejects.toMatchObject({
    code: 'RUNTIME_BROKEN',
    message: expect.stringMatching(/unshare \(util-linux\).*ip \(iproute2\)/),
  });
});

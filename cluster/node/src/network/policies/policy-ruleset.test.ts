import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const NAMESPACE = ['--user', '--map-root-user', '--net'];
const SCRIPT = join(import.meta.dirname, 'test-support/policy-namespace.ts');

async function missingNft(): Promise<string | undefined> {
  try {
    await run('unshare', [...NAMESPACE, 'nft', 'list', 'ruleset']);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
  }
}
const missing = await missingNft();
const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;

async function runScript(task: string): Promise<unknown> {
  const { stdout } = await run('unshare', [...NAMESPACE, process.execPath, SCRIPT, task]);
  return JSON.parse(stdout);
}

test.skipIf(missing !== undefined)(
  `from any policies to any others, the kernel has what loading the others gives it${skipped}`,
  async () => {
    expect(await runScript('changes')).toEqual({ changed: 30 });
  },
);

test.skipIf(missing !== undefined)(`a pod cannot pass for another one by its address${skipped}`, async () => {
  // The only datagram is that of the pod which is allowed.
  expect(await runScript('spoofing')).toEqual({ refused: 'EHOSTUNREACH', received: '10.244.0.2' });
});

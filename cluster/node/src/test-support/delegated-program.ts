import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import { removeNode } from '../sandbox/anchor.ts';
import { openSandboxRuntime } from '../sandbox/open-runtime.ts';
import { hostContainer, makeHostImage } from './host-image.ts';

/**
 * A node as a process of its own, of a user that the test chooses: runs a container within its limit of memory, and one that needs more, and prints what
 * became of them as JSON.
 */
const [directory = ''] = process.argv.slice(2);
const at = (name: string): string => join(directory, name);

process.stdout.write(JSON.stringify(await runNode()));
process.exit();

async function runNode() {
  for (const name of ['host', 'logs']) await mkdir(at(name));
  await makeHostImage(at('host'));
  const place = { directory: at('node'), clock: systemClock };
  try {
    await using runtime = await openSandboxRuntime({ ...place, random: systemRandom });
    const limitations = runtime.limitations.map(({ code }) => code);
    // Without limits the second container would need all memory of the machine.
    if (limitations.includes('NoResourceLimits')) return { limitations };
    const pod = { namespace: 'default', name: 'web', uid: 'web' };
    const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'web', logDirectory: at('logs') });
    const start = async (name: string, script: string): Promise<string> => {
      const resources = { memoryLimit: 16 << 20, cpuLimit: 500 };
      const config = hostContainer(at('host'), script, { name, logFile: `${name}.log`, resources });
      const { id } = await runtime.createContainer(sandbox.id, config);
      await runtime.startContainer(id);
      return id;
    };
    const lasting = await start('lasting', 'while :; do :; done');
    const greedy = await start('greedy', 'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done');
    const ended = await waitForEnd(async () => (await runtime.listContainers()).find(({ id }) => id === greedy));
    const states = (await runtime.listContainers()).map(({ id, state }) => [
      id === lasting ? 'lasting' : 'greedy',
      state,
    ]);
    const measured = (await runtime.listStats()).some(
      ({ id, cpuNanoseconds }) => id === lasting && cpuNanoseconds > 0n,
    );
    return {
      limitations,
      greedy: { reason: ended.reason, exitCode: ended.exitCode },
      ...{ states: Object.fromEntries(states), measured },
    };
  } finally {
    await removeNode(place);
  }
}

async function waitForEnd<T extends { readonly state: string }>(find: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found?.state === 'exited') return found;
    await systemClock.sleep(20);
  }
}

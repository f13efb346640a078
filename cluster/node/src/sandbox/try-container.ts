import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@kubemin/base';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError, type RuntimeLimitation } from '../runtime/index.ts';
import { removeNode } from './anchor.ts';
import { copyTools, findHostPrograms, TOOLS_MOUNT } from './host-programs.ts';
import { openSandboxRuntime, type SandboxRuntimeOptions } from './open-runtime.ts';

const TRIAL_EXIT_CODE = 7;
const TRIAL_MS = 10_000;

/**
 * Runs a container that ends at once, in a new directory below `directory`, and removes all of it again: settings of the
 * kernel, security modules and containers around this process can each forbid a part, and only a trial finds out.
 * Resolves with what the runtime does not do here; rejects with the reason.
 */
export async function tryContainer({
  directory: parent,
  programDirectories,
  clock,
  random,
}: Required<Pick<SandboxRuntimeOptions, 'directory' | 'programDirectories' | 'clock' | 'random'>>): Promise<
  readonly RuntimeLimitation[]
> {
  const programs = await findHostPrograms(programDirectories);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeTrials(parent, clock);
  const directory = await mkdtemp(join(parent, TRIAL_PREFIX));
  const at = (name: string): string => join(directory, name);
  try {
    await mkdir(at('logs'));
    // The tools of every container are its image as well: nothing else is sure to be on the machine.
    await mkdir(at('root'));
    const tools = await copyTools(programs, join(at('root'), 'tools'));
    const shell = tools.command('sh').map((word) => word.replace(TOOLS_MOUNT, '/tools'));
    await using runtime = await openSandboxRuntime({ directory, programDirectories, clock, random, form: 'shell' });
    const pod = { namespace: 'kube-system', name: 'trial', uid: 'trial' };
    const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'trial', logDirectory: at('logs') });
    const { promise: exited, resolve, reject } = Promise.withResolvers<void>();
    runtime.onEvent(({ kind }) => kind === 'exited' && resolve());
    const timeout = clock.after(TRIAL_MS, () =>
      reject(new RuntimeError('RUNTIME_BROKEN', runtimeMessages.trialTimeout({ seconds: TRIAL_MS / 1000 }))),
    );
    try {
      const container = await runtime.createContainer(sandbox.id, {
        ...{ name: 'main', attempt: 0, environment: {}, workingDirectory: '/', mounts: [], resources: {} },
        image: { reference: 'trial', id: 'sha256:trial', root: at('root') },
        command: [...shell, '-c', `exit ${TRIAL_EXIT_CODE}`],
        ...{ user: { uid: 0, gid: 0, groups: [] }, readOnlyRoot: false, logFile: 'main.log' },
        ...{ stdin: false, stdinOnce: false, tty: false },
      });
      await runtime.startContainer(container.id);
      await exited;
      const ended = (await runtime.listContainers()).find(({ id }) => id === container.id);
      if (ended?.exitCode !== TRIAL_EXIT_CODE) {
        const outcome = `${ended?.reason ?? 'unknown'} ${ended?.exitCode ?? ''} ${ended?.message ?? ''}`.trim();
        throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.trialEnded({ outcome }));
      }
      return runtime.limitations;
    } finally {
      timeout();
    }
  } finally {
    await removeNode({ directory, clock });
  }
}

/** What the names of directories begin with that removeTrials removes. */
export const TRIAL_PREFIX = 'trial-';

/** Ends and removes trials below `parent` whose process was killed. */
export async function removeTrials(parent: string, clock: Clock): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(TRIAL_PREFIX))) {
    await removeNode({ directory: join(parent, name), clock });
  }
}

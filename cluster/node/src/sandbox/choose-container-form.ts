import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerStatus, RuntimeError } from '../runtime/index.ts';
import type { ContainerForm } from './container-files.ts';
import { type ContainerTools, TOOLS_MOUNT } from './host-programs.ts';
import { readIfPresent, replaceFile } from './runtime-records.ts';
import type { SandboxRuntime } from './sandbox-runtime.ts';

/** Identifies what crun was last tried with successfully. */
const TRIAL_FILE = 'crun.tried';
const TRIAL_UID = 'kubemin-trial';
const TRIAL_EXIT_CODE = 7;
const TRIAL_MS = 10_000;

interface FormChoice {
  readonly directory: string;
  readonly form: 'auto' | ContainerForm;
  /** Undefined where it is not installed. */
  readonly crun: string | undefined;
  readonly tools: ContainerTools;
}

/** Decides what makes containers: a trial container is started with crun, as it works on some machines only. */
export async function chooseContainerForm(
  runtime: SandboxRuntime,
  { directory, form, crun, tools }: FormChoice,
): Promise<void> {
  // Left by an earlier process that was killed during the trial.
  for (const { id } of await runtime.listSandboxes(TRIAL_UID)) await runtime.removeSandbox(id);
  if (form === 'shell' || (form === 'auto' && crun === undefined)) return;
  if (crun === undefined) throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.crunMissing);
  runtime.useForm('crun');
  const trialFile = join(directory, TRIAL_FILE);
  const tried = `${crun} ${(await stat(crun)).mtimeMs} ${readIfPresent('/proc/sys/kernel/random/boot_id').trim()}`;
  if (readIfPresent(trialFile) === tried) return;
  const { id } = await runtime.runSandbox({
    pod: { namespace: 'kubemin', name: 'trial', uid: TRIAL_UID },
    ...{ hostname: 'trial', attempt: 0, hostNetwork: true },
    logDirectory: join(directory, 'sandboxes'),
  });
  try {
    const { exitCode } = await runTrial(runtime, id, tools);
    if (exitCode !== TRIAL_EXIT_CODE)
      throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.trialExitCode({ code: String(exitCode) }));
    replaceFile(trialFile, tried);
  } catch (error) {
    const reason = errorMessage(error);
    if (form === 'crun') throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.crunFails({ reason }), error);
    runtime.useForm('shell');
  } finally {
    await runtime.removeSandbox(id);
  }
}

async function runTrial(
  runtime: SandboxRuntime,
  sandboxId: string,
  { directory, command }: ContainerTools,
): Promise<ContainerStatus> {
  const shell = command('sh').map((word) => word.replaceAll(TOOLS_MOUNT, ''));
  const { id } = await runtime.createContainer(sandboxId, {
    ...{ name: 'trial', attempt: 0, image: { reference: 'trial', id: '', root: directory } },
    ...{ command: [...shell, '-c', `exit ${TRIAL_EXIT_CODE}`], environment: {}, workingDirectory: '/', mounts: [] },
    ...{ user: { uid: 1, gid: 1, groups: [] }, readOnlyRoot: false, stdin: false, stdinOnce: false, tty: false },
    ...{ logFile: join(sandboxId, 'trial.log'), resources: {} },
  });
  await runtime.startContainer(id);
  return runtime.waitForExit(id, TRIAL_MS);
}

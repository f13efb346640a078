import { startPodCommand } from '@kubemin/kube';
import { nameForeign } from '../connection/index.ts';
import { podMessages } from '../messages/index.ts';
import { chooseContainer, type InputMode, runSession, selectPods, withPods } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, type ForeignExit } from '../terminal/index.ts';

export interface ExecOptions {
  readonly target: string;
  readonly command: readonly string[];
  readonly namespace: string | undefined;
  readonly container: string | undefined;
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Runs a command in a container, in our place: what it writes and its exit code are passed on. */
export async function exec(context: CommandContext, options: ExecOptions): Promise<ExitCode | ForeignExit> {
  const { terminal, interrupted: signal } = context;
  const { target, container, command } = options;
  const lent = inputMode(context, options);
  const selection = await selectPods(context, options);
  return withPods(context, options, async (client, access) => {
    nameForeign(context, access);
    const { pod, name } = await chooseContainer(client, { selection, target, container });
    const running = await startPodCommand(client, {
      namespace: selection.namespace,
      pod: pod.metadata.name ?? '',
      container: name,
      command,
      stdin: lent !== 'nothing',
      tty: lent === 'terminal',
      signal,
    });
    const outcome = await runSession(running, terminal, lent);
    if (outcome.kind === 'exited') return { foreign: outcome.exitCode };
    if (signal.aborted) return ExitCode.interrupted;
    throw new CliError(outcome.message, {
      code: 'EXEC_FAILED',
      exitCode: ExitCode.failed,
      hint: podMessages.seePods,
    });
  });
}

/** A requested terminal that is not available is a warning, not an error: scripts depend on it. */
function inputMode({ terminal, translate }: CommandContext, { stdin, tty }: ExecOptions): InputMode {
  if (tty && terminal.console !== undefined) return 'terminal';
  if (tty) terminal.alert(`${translate(podMessages.noTerminal)}\n`);
  return stdin ? 'input' : 'nothing';
}

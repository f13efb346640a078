import { podMessages } from '../messages/index.ts';
import {
  chooseContainer,
  type InputMode,
  type PodAccess,
  runSession,
  sessionExit,
  withPodAccess,
} from '../pods/index.ts';
import type { CommandContext, ExitCode, ForeignExit } from '../terminal/index.ts';

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
  const lent = inputMode(context, options);
  const run = async (access: PodAccess): Promise<ExitCode | ForeignExit> => {
    const { pod, container } = await chooseContainer(access, options);
    const place = { pod: pod.name, container: container.name };
    const request = { stdin: lent !== 'nothing', tty: lent === 'terminal', signal };
    const running = await access.startCommand(place, options.command, request);
    const outcome = await runSession(running, terminal, lent);
    return sessionExit(outcome, { interrupted: signal, code: 'EXEC_FAILED', hint: podMessages.seePods });
  };
  return withPodAccess(context, options, run, { acts: true });
}

/** A requested terminal that is not available is a warning, not an error: scripts depend on it. */
function inputMode({ terminal, translate }: CommandContext, { stdin, tty }: ExecOptions): InputMode {
  if (tty && terminal.console !== undefined) return 'terminal';
  if (tty) terminal.alert(`${translate(podMessages.noTerminal)}\n`);
  return stdin ? 'input' : 'nothing';
}

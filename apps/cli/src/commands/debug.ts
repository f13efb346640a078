import { podMessages } from '../messages/index.ts';
import { type InputMode, platformPods, readyPod, runSession, sessionExit } from '../pods/index.ts';
import type { CommandContext, ExitCode, ForeignExit } from '../terminal/index.ts';

export interface DebugOptions {
  readonly target: string;
  readonly command: readonly string[];
  readonly image: string | undefined;
  readonly container: string | undefined;
  readonly namespace: string | undefined;
}

/** Adds an ephemeral container to a pod and runs a command in it, a shell by default. The container stays until the pod is gone. */
export async function debug(context: CommandContext, options: DebugOptions): Promise<ExitCode | ForeignExit> {
  const { terminal, interrupted: signal, clock, translate } = context;
  const access = await platformPods(context, options);
  const pod = readyPod(await access.list(), options.target);
  const { image, container } = options;
  const request = { ...(image !== undefined && { image }), ...(container !== undefined && { container }) };
  const place = await access.debug(pod, request, { clock, signal });
  terminal.err(`${translate(podMessages.debugging(place))}\n`);
  const command = options.command.length === 0 ? ['sh'] : options.command;
  const mode: InputMode = terminal.console === undefined ? 'input' : 'terminal';
  const running = await access.startCommand(place, command, { stdin: true, tty: mode === 'terminal', signal });
  const outcome = await runSession(running, terminal, mode);
  return sessionExit(outcome, { interrupted: signal, code: 'EXEC_FAILED', hint: podMessages.otherDebugImage });
}

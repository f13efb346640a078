import { podMessages } from '../messages/index.ts';
import {
  chooseContainer,
  type InputMode,
  type PodAccess,
  runSession,
  sessionExit,
  withPodAccess,
} from '../pods/index.ts';
import { type CommandContext, ExitCode, type ForeignExit } from '../terminal/index.ts';

export interface AttachOptions {
  readonly target: string;
  readonly namespace: string | undefined;
  readonly container: string | undefined;
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Joins what a container runs until it ends or is left; leaving does not end it. */
export function attach(context: CommandContext, options: AttachOptions): Promise<ExitCode | ForeignExit> {
  return withPodAccess(context, options, (access) => attachTo(context, options, access), { acts: true });
}

async function attachTo(
  context: CommandContext,
  options: AttachOptions,
  access: PodAccess,
): Promise<ExitCode | ForeignExit> {
  const { terminal, interrupted, translate } = context;
  const { stdin, tty } = options;
  const {
    pod,
    container: { name, tty: has },
  } = await chooseContainer(access, options);
  if (tty && !has) terminal.alert(`${translate(podMessages.noContainerTerminal({ name }))}\n`);
  if (tty && has && terminal.console === undefined) terminal.alert(`${translate(podMessages.noTerminal)}\n`);
  const lent: InputMode = tty && has && terminal.console !== undefined ? 'terminal' : stdin ? 'input' : 'nothing';
  const leaving = new AbortController();
  const running = await access.attach(
    { pod: pod.name, container: name },
    {
      stdin: lent !== 'nothing',
      // A container with a terminal writes terminal output, whatever stdout is here.
      tty: has,
      signal: AbortSignal.any([interrupted, leaving.signal]),
    },
  );
  terminal.err(
    `${lent === 'terminal' ? translate(podMessages.joinedTerminal({ name })) : translate(podMessages.joined({ name }))}\n`,
  );
  const outcome = await runSession(running, terminal, lent, { onDetach: () => leaving.abort() });
  if (leaving.signal.aborted) {
    terminal.err(`\n${translate(podMessages.left)}\n`);
    return ExitCode.ok;
  }
  return sessionExit(outcome, { interrupted, code: 'ATTACH_FAILED', hint: podMessages.seePods });
}

import { attachToPod } from '@kubemin/kube';
import { nameForeign } from '../connection/index.ts';
import { podMessages } from '../messages/index.ts';
import { chooseContainer, hasTerminal, type InputMode, runSession, selectPods, withPods } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, type ForeignExit } from '../terminal/index.ts';

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
export async function attach(context: CommandContext, options: AttachOptions): Promise<ExitCode | ForeignExit> {
  const { terminal, interrupted, translate } = context;
  const { target, container, stdin, tty } = options;
  const selection = await selectPods(context, options);
  return withPods(context, options, async (client, access) => {
    nameForeign(context, access);
    const { pod, name = '' } = await chooseContainer(client, { selection, target, container });
    const has = hasTerminal(pod, name);
    if (tty && !has) terminal.alert(`${translate(podMessages.noContainerTerminal({ name }))}\n`);
    if (tty && has && terminal.console === undefined) terminal.alert(`${translate(podMessages.noTerminal)}\n`);
    const lent: InputMode = tty && has && terminal.console !== undefined ? 'terminal' : stdin ? 'input' : 'nothing';
    const leaving = new AbortController();
    const running = await attachToPod(client, {
      namespace: selection.namespace,
      pod: pod.metadata.name ?? '',
      container: name,
      stdin: lent !== 'nothing',
      // A container with a terminal writes terminal output, whatever stdout is here.
      tty: has,
      signal: AbortSignal.any([interrupted, leaving.signal]),
    });
    terminal.err(
      `${lent === 'terminal' ? translate(podMessages.joinedTerminal({ name })) : translate(podMessages.joined({ name }))}\n`,
    );
    const outcome = await runSession(running, terminal, lent, { onDetach: () => leaving.abort() });
    if (leaving.signal.aborted) {
      terminal.err(`\n${translate(podMessages.left)}\n`);
      return ExitCode.ok;
    }
    if (outcome.kind === 'exited') return { foreign: outcome.exitCode };
    if (interrupted.aborted) return ExitCode.interrupted;
    throw new CliError(outcome.message, {
      code: 'ATTACH_FAILED',
      exitCode: ExitCode.failed,
      hint: podMessages.seePods,
    });
  });
}

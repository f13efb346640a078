import { attachToPod } from '@kubemin/kube';
import { nameForeign } from '../connection/selected-cluster.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode, type ForeignExit } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { podWords } from '../language/words/pod.ts';
import { chosenContainer } from '../pods/chosen-container.ts';
import { type Lent, talkWith } from '../pods/command-talk.ts';
import { withPods } from '../pods/pod-cluster.ts';
import { hasTerminal } from '../pods/pod-containers.ts';
import { selectPods } from '../pods/pod-selection.ts';
import type { CommandContext } from '../terminal/command-context.ts';

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
  const { terminal, interrupted, language } = context;
  const { target, container, stdin, tty } = options;
  const say = podWords[language];
  const selection = await selectPods(context, options);
  return withPods(context, options, async (client, access) => {
    nameForeign(context, access);
    const { pod, name = '' } = await chosenContainer(client, { selection, target, container });
    const has = hasTerminal(pod, name);
    if (tty && !has) terminal.alert(`${say.noContainerTerminal(name)}\n`);
    if (tty && has && terminal.console === undefined) terminal.alert(`${say.noTerminal}\n`);
    const lent: Lent = tty && has && terminal.console !== undefined ? 'terminal' : stdin ? 'input' : 'nothing';
    const leaving = new AbortController();
    const running = await attachToPod(client, {
      namespace: selection.namespace,
      pod: pod.metadata.name ?? '',
      container: name,
      stdin: lent !== 'nothing',
      // What has a terminal writes as to one, whoever reads it.
      tty: has,
      signal: AbortSignal.any([interrupted, leaving.signal]),
    });
    terminal.err(`${lent === 'terminal' ? say.joinedTerminal(name) : say.joined(name)}\n`);
    const outcome = await talkWith(running, terminal, lent, { onDetach: () => leaving.abort() });
    if (leaving.signal.aborted) {
      terminal.err(`\n${say.left}\n`);
      return ExitCode.ok;
    }
    if (outcome.kind === 'exited') return { foreign: outcome.exitCode };
    if (interrupted.aborted) return ExitCode.interrupted;
    throw new CliError(outcome.message, {
      code: 'ATTACH_FAILED',
      exitCode: ExitCode.failed,
      hint: inBoth(podWords, (words) => words.seePods),
    });
  });
}

import { isTerminal, type PlatformClient, type SavedApplication } from '@kubemin/client';
import demoDocument from '../../../examples/demo.json' with { type: 'json' };
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import { followRun } from './follow-run.ts';
import { startWords } from './language/words/start.ts';

export interface Demo {
  readonly application: SavedApplication;
  /** Undefined when it had been delivered before and there was nothing to do. */
  readonly exitCode: ExitCode | undefined;
}

/**
 * Stores the demo application and shows its run. Repeating is safe: a run under way (also one a killed process left
 * behind) is followed instead of started again, and what is already delivered is left alone.
 */
export async function deployDemo(context: CommandContext, client: PlatformClient): Promise<Demo> {
  const application = await client.saveApplication({ text: JSON.stringify(demoDocument), format: 'json' });
  const { tasks } = await client.listTasks(application.id, { limit: 1 });
  const [latest] = tasks;
  const { style, terminal, language } = context;
  const say = startWords[language];
  if (application.outcome === 'unchanged' && latest?.status === 'completed') {
    terminal.err(`\n${style.bold(application.name)}: ${say.deliveredBefore}\n`);
    return { application, exitCode: undefined };
  }
  const underWay = latest !== undefined && !isTerminal(latest.status);
  const { taskId, number } = underWay ? { taskId: latest.id, ...latest } : await client.execWorkflow(application.id);
  terminal.err(`\n${style.bold(application.name)}: ${underWay ? say.runGoesOn(number) : say.run(number)}\n`);
  const { exitCode } = await followRun(context, client, { taskId });
  return { application, exitCode };
}

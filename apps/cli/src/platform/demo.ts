import { existsSync } from 'node:fs';
import { isTerminal, type PlatformClient } from '@kubemin/client';
import demoDocument from '../../../../examples/demo.json' with { type: 'json' };
import { allApplications, commandLine, type DataDirectory } from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { followRun } from '../runs/index.ts';
import { type CommandContext, type ExitCode, replaceFile } from '../terminal/index.ts';

/** `always` deploys the demo as it is in this version; `once` leaves alone what the user made of it, also where that is nothing. */
export type DemoMode = 'always' | 'once';

export interface Demo {
  /** The name of the application; undefined where the user has deleted it. */
  readonly application: string | undefined;
  /** Undefined when it had been delivered before and there was nothing to do. */
  readonly exitCode: ExitCode | undefined;
}

/** The host name of its page, below localhost. */
export const DEMO_HOST = demoDocument.component.flatMap(({ traits }) => traits?.ingress ?? [])[0]?.hosts[0];

export interface DemoOptions {
  readonly directory: DataDirectory;
  readonly wish: DemoMode;
}

/**
 * Stores the demo application and shows its run. Repeating is safe: a run under way (also one a killed process left
 * behind) is followed instead of started again, and what is already delivered is left alone.
 */
export async function deployDemo(
  context: CommandContext,
  client: PlatformClient,
  { directory, wish }: DemoOptions,
): Promise<Demo> {
  const { style, terminal, translate } = context;
  const stored = await storedDemo(client, { directory, wish });
  const { name } = demoDocument;
  if (stored === undefined) {
    const again = commandLine(context, 'up --demo', directory);
    terminal.err(`\n${style.bold(name)}: ${translate(startMessages.demoDeleted({ command: again }))}\n`);
    return { application: undefined, exitCode: undefined };
  }
  const { tasks } = await client.listTasks(stored.id, { limit: 1 });
  const [latest] = tasks;
  if (stored.unchanged && latest?.status === 'completed') {
    terminal.err(`\n${style.bold(name)}: ${translate(startMessages.deliveredBefore)}\n`);
    return { application: name, exitCode: undefined };
  }
  const underWay = latest !== undefined && !isTerminal(latest.status);
  const { taskId, number } = underWay ? { taskId: latest.id, ...latest } : await client.execWorkflow(stored.id);
  terminal.err(
    `\n${style.bold(name)}: ${underWay ? translate(startMessages.runGoesOn({ number })) : translate(startMessages.run({ number }))}\n`,
  );
  const { exitCode } = await followRun(context, client, { taskId });
  return { application: name, exitCode };
}

interface StoredDemo {
  readonly id: string;
  readonly unchanged: boolean;
}

/** The demo as it is stored; undefined where it was stored before, is gone, and is not asked for again. */
async function storedDemo(client: PlatformClient, { directory, wish }: DemoOptions): Promise<StoredDemo | undefined> {
  if (wish === 'once' && existsSync(directory.demoMark)) {
    const found = (await allApplications(client)).find(({ name }) => name === demoDocument.name);
    return found && { id: found.id, unchanged: true };
  }
  const { id, outcome } = await client.saveApplication({ text: JSON.stringify(demoDocument), format: 'json' });
  await replaceFile(directory.demoMark, `${JSON.stringify({ id })}\n`, 0o600);
  return { id, unchanged: outcome === 'unchanged' };
}

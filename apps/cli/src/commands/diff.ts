import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plan, PlatformClient } from '@kubemin/client';
import { connect, findApplication } from '../connection/index.ts';
import { readDocumentFile, showPlan } from '../documents/index.ts';
import { type CommandContext, ExitCode, reportError } from '../terminal/index.ts';

export interface DiffOptions {
  /** A file, or an application; the document that lies here when undefined. */
  readonly target: string | undefined;
  /** Of an application: as this revision has it, instead of the current one. */
  readonly revision: number | undefined;
  /** Whether unknown fields of a document are kept. */
  readonly lenient: boolean;
}

/**
 * Shows what delivering a document, or an application as it is stored, would change in the cluster. The exit codes are those of diff:
 * 0 for nothing, 1 for a difference, and more than that for trouble of any kind.
 */
export async function diff(context: CommandContext, options: DiffOptions): Promise<ExitCode> {
  try {
    const { client } = await connect(context);
    const plan = await planChanges(context, client, options);
    const shown = await showPlan(context, plan);
    return shown === ExitCode.ok && !plan.upToDate ? ExitCode.differs : shown;
  } catch (error) {
    const exitCode = reportError(error, context);
    return exitCode === ExitCode.failed ? ExitCode.usage : exitCode;
  }
}

async function planChanges(
  context: CommandContext,
  client: PlatformClient,
  { target, revision, lenient }: DiffOptions,
): Promise<Plan> {
  if (target !== undefined && !isFile(context.cwd, target)) {
    const { id } = await findApplication(client, target);
    return client.planApplication(id, revision === undefined ? {} : { revision });
  }
  const { text, format } = await readDocumentFile(context, target);
  return client.planDocument({ text, format }, { lenient });
}

function isFile(cwd: string, target: string): boolean {
  return /\.(ya?ml|json)$/i.test(target) || existsSync(resolve(cwd, target));
}

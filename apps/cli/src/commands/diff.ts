import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plan, PlatformClient } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { readDocumentFile } from '../document-file.ts';
import type { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { showPlan } from '../show-plan.ts';

export interface DiffOptions {
  /** A file, or an application; the document that lies here when undefined. */
  readonly target: string | undefined;
}

/** Shows what delivering a document, or an application as it is stored, would change in the cluster. */
export async function diff(context: CommandContext, options: DiffOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  return showPlan(context, await planOf(context, client, options.target));
}

async function planOf(context: CommandContext, client: PlatformClient, target: string | undefined): Promise<Plan> {
  if (target !== undefined && !isFile(context.cwd, target)) {
    const { id } = await findApplication(client, target);
    return client.planApplication(id);
  }
  const { text, format } = await readDocumentFile(context, target);
  return client.planDocument({ text, format });
}

function isFile(cwd: string, target: string): boolean {
  return /\.(ya?ml|json)$/i.test(target) || existsSync(resolve(cwd, target));
}

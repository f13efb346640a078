import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import type { ExitCode } from '../exit-code.ts';
import { findTemplate } from '../find-template.ts';
import { showRevision } from './revision-show.ts';

export interface TemplateOptions {
  readonly template: string;
}

/** Prints the document of a template as it is now, with secret values masked. */
export async function showTemplate(context: CommandContext, { template }: TemplateOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { id, revision } = await findTemplate(client, template);
  return showRevision(context, { app: id, revision });
}

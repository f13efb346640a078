import type { RevisionDiff } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { fieldLines, markedLine, objectText } from '../diff-text.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import type { Output } from '../located.ts';
import type { Style } from '../style.ts';

export interface DiffRevisionsOptions {
  readonly dataDir?: string;
  readonly app: string;
  readonly from: number;
  /** The current one when undefined. */
  readonly to: number | undefined;
  readonly output: Output;
}

/** Prints in what two revisions differ: in words, then object by object. */
export async function diffRevisions(context: CommandContext, options: DiffRevisionsOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const { client } = await connect(context, options.dataDir);
  const { id, revision } = await findApplication(client, options.app);
  const diff = await client.diffRevisions(id, String(options.from), String(options.to ?? revision));
  terminal.out(options.output === 'json' ? `${JSON.stringify(diff, null, 2)}\n` : diffText(diff, style));
  return ExitCode.ok;
}

function diffText({ from, to, words, objects }: RevisionDiff, style: Style): string {
  if (words.length === 0) return `Revisions ${from} and ${to} say the same.\n`;
  const changes = objects.map(
    ({ action, object, fields }) =>
      `  ${markedLine(action, objectText(object), style)}${fieldLines(fields, '      ', style)}`,
  );
  const rendered = changes.length === 0 ? '' : `${style.bold('objects')}\n${changes.join('')}`;
  return `${style.bold('document')}\n${words.map((line) => `  ${line}\n`).join('')}${rendered}`;
}

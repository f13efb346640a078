import type { RevisionDiff } from '@kubemin/client';
import { CliError } from '../cli-error.ts';
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
  /** The current one when undefined. */
  readonly one: number | undefined;
  /** What it is compared with; the one before it when undefined. */
  readonly other: number | undefined;
  readonly output: Output;
}

/** Prints in what two revisions differ: in words, then object by object. */
export async function diffRevisions(context: CommandContext, options: DiffRevisionsOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const { client } = await connect(context, options.dataDir);
  const { id, name, revision } = await findApplication(client, options.app);
  const [from, to] = pairOf(options, { name, revision });
  const diff = await client.diffRevisions(id, String(from), String(to));
  terminal.out(options.output === 'json' ? `${JSON.stringify(diff, null, 2)}\n` : diffText(diff, style));
  return ExitCode.ok;
}

/** Two that are named are compared in that order; one is what came of the one before it. */
function pairOf(
  { one, other }: Pick<DiffRevisionsOptions, 'one' | 'other'>,
  { name, revision }: { readonly name: string; readonly revision: number },
): readonly [from: number, to: number] {
  const newer = one ?? revision;
  if (one !== undefined && other !== undefined) return [one, other];
  if (newer > 1) return [newer - 1, newer];
  throw new CliError(`${name} has no revision before 1`, {
    code: 'NOTHING_TO_COMPARE',
    exitCode: ExitCode.notFound,
    hint: revision > 1 ? `kubemin revision diff ${name} 1 ${revision}` : `kubemin revision show ${name} 1`,
  });
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

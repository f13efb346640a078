import type { RevisionDiff } from '@kubemin/client';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { type FieldLinesOptions, fieldLines, markedLine, objectText } from '../diff-text.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { inBoth } from '../language/catalogue.ts';
import { revisionWords } from '../language/words/revision.ts';
import { print } from '../output/printer.ts';

export interface DiffRevisionsOptions {
  readonly app: string;
  /** The current one when undefined. */
  readonly one: number | undefined;
  /** What it is compared with; the one before it when undefined. */
  readonly other: number | undefined;
}

/** Prints in what two revisions differ: in words, then object by object. */
export async function diffRevisions(context: CommandContext, options: DiffRevisionsOptions): Promise<ExitCode> {
  const { outStyle: style, language } = context;
  const { client } = await connect(context);
  const { id, name, revision } = await findApplication(client, options.app);
  const [from, to] = pairOf(options, { name, revision });
  const diff = await client.diffRevisions(id, String(from), String(to));
  await print(context, {
    data: diff,
    table: diffText(diff, { style, language }),
    names: diff.objects.map(({ object }) => `${object.kind}/${object.name}`),
  });
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
  throw new CliError(
    inBoth(revisionWords, (say) => say.nothingBefore(name)),
    {
      code: 'NOTHING_TO_COMPARE',
      exitCode: ExitCode.notFound,
      hint: revision > 1 ? `kubemin revision diff ${name} 1 ${revision}` : `kubemin revision show ${name} 1`,
    },
  );
}

function diffText({ from, to, words, objects }: RevisionDiff, options: FieldLinesOptions): string {
  const { style, language } = options;
  const say = revisionWords[language];
  if (words.length === 0) return `${say.same(from, to)}\n`;
  const changes = objects.map(
    ({ action, object, fields }) =>
      `  ${markedLine(action, objectText(object), style)}${fieldLines(fields, '      ', options)}`,
  );
  const rendered = changes.length === 0 ? '' : `${style.bold(say.objects)}\n${changes.join('')}`;
  return `${style.bold(say.document)}\n${words.map((line) => `  ${line}\n`).join('')}${rendered}`;
}

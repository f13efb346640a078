import type { ListedRevision, RevisionDiff } from '@kubemin/client';
import { connect } from '../connection/connect.ts';
import { findApplication } from '../connection/find-application.ts';
import { meantApplication } from '../connection/linked-application.ts';
import { type FieldLinesOptions, fieldLines, markedLine, objectText } from '../documents/diff-text.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import type { Language } from '../language/language.ts';
import { columnWords } from '../language/words/column.ts';
import { revisionStateWords, revisionWords } from '../language/words/revision.ts';
import { print, printList } from '../output/printer.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { formatDuration } from '../terminal/duration.ts';

interface DiffRevisionsOptions {
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

interface ListRevisionsOptions {
  /** The application this directory is linked to when undefined. */
  readonly app: string | undefined;
}

/** Lists the revisions of an application, the newest first. */
export async function listRevisions(context: CommandContext, options: ListRevisionsOptions): Promise<ExitCode> {
  const { clock, language } = context;
  const { client } = await connect(context);
  const { id } = await findApplication(client, await meantApplication(context, options.app));
  const { revisions } = await client.listRevisions(id);
  const title = columnWords[language];
  const say = revisionWords[language];
  await printList(context, {
    items: revisions,
    columns: [
      { title: title.revision, cell: ({ revision }) => String(revision) },
      { title: title.status, cell: (revision) => stateOf(revision, language) },
      { title: title.version, cell: ({ version }) => version },
      { title: title.by, cell: ({ creator }) => creator },
      { title: title.age, cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)) },
      {
        title: title.change,
        cell: ({ changes, restores }) => (restores === undefined ? changeText(changes) : say.goesBack(restores)),
      },
    ],
    name: ({ revision }) => String(revision),
  });
  return ExitCode.ok;
}

/** What became of it, and in which run; the one the application is at says so. */
function stateOf({ current, state, run }: ListedRevision, language: Language): string {
  const say = revisionWords[language];
  const word = revisionStateWords[language][state];
  const words = run === undefined ? word : say.inRun(word, run);
  return current ? say.currentAnd(words) : words;
}

const MOST_CHANGES = 4;

function changeText(changes: readonly string[]): string {
  const more = changes.length - MOST_CHANGES;
  return [...changes.slice(0, MOST_CHANGES), ...(more > 0 ? [`+${more} …`] : [])].join(', ');
}

interface ShowRevisionOptions {
  readonly app: string;
  readonly revision: number;
}

/** Prints the document of one revision, with secret values masked. */
export async function showRevision(context: CommandContext, options: ShowRevisionOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = revisionWords[language];
  const { client } = await connect(context);
  const { id, name } = await findApplication(client, options.app);
  const shown = await client.getRevision(id, String(options.revision));
  const { revision, version, creator, createdAt, current, text } = shown;
  const heading = current ? say.currentHeading : say.heading;
  terminal.err(`${heading(style.bold(name), revision, say.facts(version, creator, createdAt))}\n`);
  const table = text.endsWith('\n') ? text : `${text}\n`;
  await print(context, { data: shown, table, names: [String(revision)] });
  return ExitCode.ok;
}

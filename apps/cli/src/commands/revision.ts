import type { ListedRevision, RevisionDiff } from '@kubemin/client';
import { connect, findApplication, resolveApplicationName } from '../connection/index.ts';
import { type FieldLinesOptions, fieldLines, markedLine, objectText } from '../documents/index.ts';
import { columnMessages, revisionMessages, revisionStateMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  formatDuration,
  print,
  printList,
  type Translate,
  translateSent,
} from '../terminal/index.ts';

interface DiffRevisionsOptions {
  readonly app: string;
  /** The current one when undefined. */
  readonly one: number | undefined;
  /** What it is compared with; the one before it when undefined. */
  readonly other: number | undefined;
}

/** Prints in what two revisions differ: in words, then object by object. */
export async function diffRevisions(context: CommandContext, options: DiffRevisionsOptions): Promise<ExitCode> {
  const { outStyle: style, translate } = context;
  const { client } = await connect(context);
  const { id, name, revision } = await findApplication(client, options.app);
  const [from, to] = revisionPair(options, { name, revision });
  const diff = await client.diffRevisions(id, String(from), String(to));
  await print(context, {
    data: diff,
    table: diffText(diff, { style, translate }),
    names: diff.objects.map(({ object }) => `${object.kind}/${object.name}`),
  });
  return ExitCode.ok;
}

/** Two that are named are compared in that order; one is what came of the one before it. */
function revisionPair(
  { one, other }: Pick<DiffRevisionsOptions, 'one' | 'other'>,
  { name, revision }: { readonly name: string; readonly revision: number },
): readonly [from: number, to: number] {
  const newer = one ?? revision;
  if (one !== undefined && other !== undefined) return [one, other];
  if (newer > 1) return [newer - 1, newer];
  throw new CliError(revisionMessages.nothingBefore({ name }), {
    code: 'NOTHING_TO_COMPARE',
    exitCode: ExitCode.notFound,
    hint: revision > 1 ? `kubemin revision diff ${name} 1 ${revision}` : `kubemin revision show ${name} 1`,
  });
}

function diffText(diff: RevisionDiff, options: FieldLinesOptions): string {
  const { from, to, words, objects } = diff;
  const { style, translate } = options;
  if (words.length === 0) return `${translate(revisionMessages.same({ from, to }))}\n`;
  const changes = objects.map(
    ({ action, object, fields }) =>
      `  ${markedLine(action, objectText(object), style)}${fieldLines(fields, '      ', options)}`,
  );
  const rendered =
    changes.length === 0 ? '' : `${style.bold(translate(revisionMessages.objects))}\n${changes.join('')}`;
  const lines = words.map((line, at) => `  ${translateSent(translate, diff, `words.${at}`, line)}\n`);
  return `${style.bold(translate(revisionMessages.document))}\n${lines.join('')}${rendered}`;
}

interface ListRevisionsOptions {
  /** The application this directory is linked to when undefined. */
  readonly app: string | undefined;
}

/** Lists the revisions of an application, the newest first. */
export async function listRevisions(context: CommandContext, options: ListRevisionsOptions): Promise<ExitCode> {
  const { clock, translate } = context;
  const { client } = await connect(context);
  const { id } = await findApplication(client, await resolveApplicationName(context, options.app));
  const { revisions } = await client.listRevisions(id);
  await printList(context, {
    items: revisions,
    columns: [
      { title: translate(columnMessages.revision), cell: ({ revision }) => String(revision) },
      { title: translate(columnMessages.status), cell: (revision) => revisionState(revision, translate) },
      { title: translate(columnMessages.version), cell: ({ version }) => version },
      { title: translate(columnMessages.by), cell: ({ creator }) => creator },
      {
        title: translate(columnMessages.age),
        cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)),
      },
      {
        title: translate(columnMessages.change),
        cell: ({ changes, restores }) =>
          restores === undefined ? changeText(changes) : translate(revisionMessages.goesBack({ revision: restores })),
      },
    ],
    name: ({ revision }) => String(revision),
  });
  return ExitCode.ok;
}

/** The state of a revision and its run; the current revision is marked. */
function revisionState({ current, state, run }: ListedRevision, translate: Translate): string {
  const word = translate(revisionStateMessages[state]);
  const words = run === undefined ? word : translate(revisionMessages.inRun({ state: word, run }));
  return current ? translate(revisionMessages.currentAnd({ state: words })) : words;
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
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  const { id, name } = await findApplication(client, options.app);
  const shown = await client.getRevision(id, String(options.revision));
  const { revision, version, creator, createdAt, current, text } = shown;
  const about = {
    name: style.bold(name),
    revision,
    facts: revisionMessages.facts({ version, creator, at: createdAt }),
  };
  const heading = current ? revisionMessages.currentHeading(about) : revisionMessages.heading(about);
  terminal.err(`${translate(heading)}\n`);
  const table = text.endsWith('\n') ? text : `${text}\n`;
  await print(context, { data: shown, table, names: [String(revision)] });
  return ExitCode.ok;
}

import type { ListedRevision } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import type { Language } from '../language/language.ts';
import { columnWords } from '../language/words/column.ts';
import { revisionStateWords, revisionWords } from '../language/words/revision.ts';
import { meantApplication } from '../linked-application.ts';
import { printList } from '../output/printer.ts';

export interface ListRevisionsOptions {
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

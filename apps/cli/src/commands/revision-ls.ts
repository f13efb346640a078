import type { Revision } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import type { Language } from '../language/language.ts';
import { columnWords } from '../language/words/column.ts';
import { revisionWords } from '../language/words/revision.ts';
import { servingWords } from '../language/words/serving.ts';
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
      { title: '', cell: ({ current, refusedBy }) => revisionMark({ current, refusedBy }, language) },
      { title: title.version, cell: ({ version }) => version },
      { title: title.by, cell: ({ creator }) => creator },
      { title: title.age, cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)) },
      {
        title: title.change,
        cell: ({ removedComponents: removed }) => (removed.length === 0 ? '' : say.without(removed.join(', '))),
      },
    ],
    name: ({ revision }) => String(revision),
  });
  return ExitCode.ok;
}

function revisionMark({ current, refusedBy }: Pick<Revision, 'current' | 'refusedBy'>, language: Language): string {
  if (current) return revisionWords[language].current;
  return refusedBy === undefined ? '' : servingWords[language].refused;
}

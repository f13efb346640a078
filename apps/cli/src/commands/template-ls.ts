import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { allTemplates } from '../find-template.ts';
import { columnWords } from '../language/words/column.ts';
import { documentWords } from '../language/words/document.ts';
import { printList } from '../output/printer.ts';

/** Lists the applications that may be used as templates. */
export async function listTemplates(context: CommandContext): Promise<ExitCode> {
  const { language } = context;
  const title = columnWords[language];
  const { client } = await connect(context);
  await printList(context, {
    items: await allTemplates(client),
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.project, cell: ({ project }) => project || '-' },
      { title: title.namespace, cell: ({ namespace }) => namespace },
      { title: title.version, cell: ({ version }) => version },
      { title: documentWords[language].meaning, cell: ({ description }) => description },
      { title: title.id, cell: ({ id }) => id, wide: true },
    ],
    name: ({ name }) => name,
    empty: documentWords[language].noTemplates,
  });
  return ExitCode.ok;
}

import { applicationPhases } from '@kubemin/client';
import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { applicationWords } from '../language/words/application.ts';
import { columnWords } from '../language/words/column.ts';
import { printList } from '../output/printer.ts';

/** Lists applications. */
export async function ls(context: CommandContext): Promise<ExitCode> {
  const { clock, language } = context;
  const { client } = await connect(context);
  const applications = await allApplications(client);
  const details = await Promise.all(applications.map((application) => client.getApplication(application.id)));
  const title = columnWords[language];
  await printList(context, {
    items: details,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.namespace, cell: ({ namespace }) => namespace },
      { title: title.version, cell: ({ version }) => version },
      { title: title.status, cell: ({ health }) => applicationPhases[health.phase][language] },
      { title: title.components, cell: ({ components }) => String(components.length) },
      { title: title.age, cell: ({ createTime }) => formatDuration(clock.now() - Date.parse(createTime)) },
      { title: title.id, cell: ({ id }) => id, wide: true },
      { title: title.project, cell: ({ project }) => project, wide: true },
      { title: title.cluster, cell: ({ cluster }) => cluster, wide: true },
    ],
    name: ({ name }) => name,
    empty: applicationWords[language].noneYet,
  });
  return ExitCode.ok;
}

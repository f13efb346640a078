import type { ClusterPod } from '@kubemin/client';
import type { CommandContext } from './command-context.ts';
import { formatDuration } from './duration.ts';
import { columnWords } from './language/words/column.ts';
import type { Column } from './output/printer.ts';

/** How pods are listed. */
export function podColumns({ clock, language }: CommandContext): readonly Column<ClusterPod>[] {
  const title = columnWords[language];
  return [
    { title: title.namespace, cell: ({ namespace }) => namespace },
    { title: title.name, cell: ({ name }) => name },
    { title: title.application, cell: ({ appName }) => appName ?? '-' },
    { title: title.ready, cell: ({ readyContainers, containers }) => `${readyContainers}/${containers}` },
    { title: title.status, cell: ({ status }) => status },
    { title: title.restarts, cell: ({ restarts }) => String(restarts) },
    { title: title.node, cell: ({ node }) => node ?? '-' },
    {
      title: title.age,
      cell: ({ createTime }) => (createTime === undefined ? '-' : formatDuration(clock.now() - Date.parse(createTime))),
    },
    { title: title.component, cell: ({ component }) => component ?? '-', wide: true },
    { title: title.ip, cell: ({ ip }) => ip ?? '-', wide: true },
    { title: title.message, cell: ({ message }) => message ?? '', wide: true },
  ];
}

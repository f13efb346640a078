import { appArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin delete`. */
export const deleteCommand = defineCommand({
  path: ['delete'],
  group: 'deliver',
  summary: {
    en: 'delete an application and what it has in the cluster; the data of its volumes stays unless told otherwise',
    zh: '删除应用及其在集群中的一切；卷中的数据默认保留',
  },
  arguments: { app: appArgument },
  options: {
    volumes: flag('--volumes', {
      en: 'delete its volume claims too, and their data with them',
      zh: '连同卷声明及其数据一起删除',
    }),
    keepDefinition: flag('--keep-definition', {
      en: 'delete only what it has in the cluster; it can be deployed again',
      zh: '只删除集群中的内容；之后仍可再次部署',
    }),
    wait: waitOption,
  },
  examples: [
    { line: 'kubemin delete demo --keep-definition --yes', needs: 'demo', alone: true },
    { line: 'kubemin delete demo --yes', needs: 'demo', alone: true },
  ],
  load: async () => {
    const { deleteApplication } = await import('./delete.ts');
    return deleteApplication;
  },
});

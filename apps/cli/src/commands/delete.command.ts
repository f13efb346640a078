import { optionalArgument } from '../command/arguments.ts';
import { waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption, objectFilesOption } from '../command/object-parameters.ts';
import { flag } from '../command/options.ts';

/** `kubemin delete`. */
export const deleteCommand = defineCommand({
  path: ['delete'],
  group: 'deliver',
  summary: {
    en: 'delete an application and what it has in the cluster; the data of its volumes stays unless told otherwise',
    zh: '删除应用及其在集群中的一切；卷中的数据默认保留',
  },
  help: {
    en: 'With a kind, or with -f, objects of the cluster are deleted that belong to no application: kubemin delete pod default/web.',
    zh: '给出类型或 -f 时，删除集群中不属于任何应用的对象：kubemin delete pod default/web。',
  },
  arguments: {
    target: optionalArgument('app|kind', {
      en: 'name or id of the application, or a kind of object',
      zh: '应用的名称或 id，或对象类型',
    }),
    object: optionalArgument('namespace/name', { en: 'the object of that kind', zh: '该类型的对象' }),
  },
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
    files: objectFilesOption,
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin delete demo --keep-definition --yes', needs: 'demo', alone: true },
    { line: 'kubemin delete demo --yes', needs: 'demo', alone: true },
    { line: 'kubemin delete -f minik8s-pod.yaml --yes', needs: 'platform' },
  ],
  load: async () => {
    const { deleteAnything } = await import('./delete.ts');
    return deleteAnything;
  },
});

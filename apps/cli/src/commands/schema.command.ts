import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin schema`. */
export const schemaCommand = defineCommand({
  path: ['schema'],
  group: 'author',
  summary: {
    en: 'print the JSON Schema of documents, or what one component type, trait or step takes',
    zh: '打印文档的 JSON Schema，或某个组件类型、特征、步骤的字段',
  },
  arguments: {
    name: optionalArgument('type|trait', {
      en: 'a component type, trait or step; all of them with -o table',
      zh: '组件类型、特征或步骤；-o table 列出全部',
    }),
  },
  examples: [
    { line: 'kubemin schema', needs: 'nothing' },
    { line: 'kubemin schema -o table', needs: 'nothing' },
    { line: 'kubemin schema probes', needs: 'nothing' },
  ],
  load: async () => {
    const { schema } = await import('./schema.ts');
    return schema;
  },
});

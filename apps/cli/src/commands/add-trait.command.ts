import { optionalArgument } from '../command/arguments.ts';
import { documentOption, setOption } from '../command/authoring-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';

/** `kubemin add trait`. */
export const addTraitCommand = defineCommand({
  path: ['add', 'trait'],
  group: 'author',
  summary: {
    en: 'give a component of a document a trait, asking for what is not given',
    zh: '为文档中的组件添加特征，未给出的内容会询问',
  },
  help: {
    en: 'Entries of a trait that is a list are counted from one: --set 1.mountPath=/data. kubemin schema TRAIT shows its fields.',
    zh: '列表类特征的条目从 1 开始编号：--set 1.mountPath=/data。kubemin schema TRAIT 显示其字段。',
  },
  arguments: { trait: optionalArgument('trait', { en: 'name of the trait', zh: '特征名称' }) },
  options: {
    component: option('--component <name>', {
      en: 'the component (default: the only one)',
      zh: '组件（默认：唯一的那个）',
    }),
    set: setOption,
    file: documentOption,
  },
  examples: [{ line: 'kubemin add trait resources --component web --set cpu=100m', needs: 'document' }],
  load: async () => {
    const { addTrait } = await import('./add-trait.ts');
    return addTrait;
  },
});

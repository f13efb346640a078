import { optionalArgument } from '../command/arguments.ts';
import { documentOption, setOption } from '../command/authoring-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { choice, option } from '../command/options.ts';

/** `kubemin add step`. */
export const addStepCommand = defineCommand({
  path: ['add', 'step'],
  group: 'author',
  summary: {
    en: 'add a step to the workflow of a document, asking for what is not given',
    zh: '向文档的工作流添加步骤，未给出的内容会询问',
  },
  help: {
    en: 'A document without a workflow first gets the one it would be delivered by, written out. What a step of a type takes is given with --set properties.…; kubemin schema TYPE shows its fields.',
    zh: '没有工作流的文档会先写出其交付时所用的工作流。某类步骤的字段用 --set properties.… 给出；kubemin schema TYPE 显示其字段。',
  },
  arguments: { name: optionalArgument('name', { en: 'name of the step', zh: '步骤名称' }) },
  options: {
    type: option('--type <type>', { en: 'what it does (default: deploy)', zh: '做什么（默认：deploy）' }),
    components: option('--components <names>', {
      en: 'which components it is about, separated by commas',
      zh: '涉及哪些组件，用逗号分隔',
    }),
    mode: choice('--mode <mode>', { en: 'one after the other, or side by side', zh: '依次或并行' }, [
      'StepByStep',
      'DAG',
    ]),
    set: setOption,
    file: documentOption,
  },
  examples: [{ line: 'kubemin add step ask --type approval --set "properties.message=Go on?"', needs: 'document' }],
  load: async () => {
    const { addStep } = await import('./add-step.ts');
    return addStep;
  },
});

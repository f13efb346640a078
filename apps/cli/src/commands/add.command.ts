import {
  choice,
  defineCommand,
  documentOption,
  option,
  optionalArgument,
  pluginsOption,
  setOption,
} from '../command/index.ts';

/** `kubemin add component`. */
export const addComponentCommand = defineCommand({
  path: ['add', 'component'],
  group: 'author',
  summary: {
    en: 'add a component to a document; asks for missing values',
    zh: '向文档添加组件，未给出的内容会询问',
  },
  arguments: { name: optionalArgument('name', { en: 'name of the component', zh: '组件名称' }) },
  options: {
    type: option('--type <type>', {
      en: 'type of the component (default: webservice)',
      zh: '组件类型（默认：webservice）',
    }),
    image: option('--image <image>', { en: 'image to run', zh: '运行的镜像' }),
    port: option('--port <port>', { en: 'port it listens on', zh: '监听端口' }),
    expose: choice('--expose <yes|no>', { en: 'whether that port is in its Service', zh: '该端口是否加入 Service' }, [
      'yes',
      'no',
    ]),
    traits: option('--traits <traits>', { en: 'traits, separated by commas', zh: '特征，用逗号分隔' }),
    set: setOption,
    file: documentOption,
    plugins: pluginsOption,
  },
  examples: [{ line: 'kubemin add component cache --image redis:7 --port 6379', needs: 'document' }],
  load: async () => {
    const { addComponent } = await import('./add-component.ts');
    return addComponent;
  },
});

/** `kubemin add step`. */
export const addStepCommand = defineCommand({
  path: ['add', 'step'],
  group: 'author',
  summary: {
    en: 'add a step to the workflow of a document; asks for missing values',
    zh: '向文档的工作流添加步骤，未给出的内容会询问',
  },
  help: {
    en: 'A document without a workflow first gets its default workflow. Set properties of the step with --set properties.…; kubemin schema TYPE shows its fields.',
    zh: '没有工作流的文档会先写出其交付时所用的工作流。某类步骤的字段用 --set properties.… 给出；kubemin schema TYPE 显示其字段。',
  },
  arguments: { name: optionalArgument('name', { en: 'name of the step', zh: '步骤名称' }) },
  options: {
    type: option('--type <type>', { en: 'what it does (default: deploy)', zh: '做什么（默认：deploy）' }),
    components: option('--components <names>', {
      en: 'components of the step, separated by commas',
      zh: '涉及哪些组件，用逗号分隔',
    }),
    mode: choice('--mode <mode>', { en: 'run components in order, or in parallel', zh: '依次或并行' }, [
      'StepByStep',
      'DAG',
    ]),
    set: setOption,
    file: documentOption,
    plugins: pluginsOption,
  },
  examples: [{ line: 'kubemin add step ask --type approval --set "properties.message=Go on?"', needs: 'document' }],
  load: async () => {
    const { addStep } = await import('./add-step.ts');
    return addStep;
  },
});

/** `kubemin add trait`. */
export const addTraitCommand = defineCommand({
  path: ['add', 'trait'],
  group: 'author',
  summary: {
    en: 'add a trait to a component of a document; asks for missing values',
    zh: '为文档中的组件添加特征，未给出的内容会询问',
  },
  help: {
    en: 'Entries of a list trait are numbered from 1: --set 1.mountPath=/data. kubemin schema TRAIT shows its fields.',
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
    plugins: pluginsOption,
  },
  examples: [{ line: 'kubemin add trait resources --component web --set cpu=100m', needs: 'document' }],
  load: async () => {
    const { addTrait } = await import('./add-trait.ts');
    return addTrait;
  },
});

import { optionalArgument } from '../command/arguments.ts';
import { documentOption, setOption } from '../command/authoring-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { choice, option } from '../command/options.ts';

/** `kubemin add component`. */
export const addComponentCommand = defineCommand({
  path: ['add', 'component'],
  group: 'author',
  summary: {
    en: 'add a component to a document, asking for what is not given',
    zh: '向文档添加组件，未给出的内容会询问',
  },
  arguments: { name: optionalArgument('name', { en: 'name of the component', zh: '组件名称' }) },
  options: {
    type: option('--type <type>', {
      en: 'type of the component (default: webservice)',
      zh: '组件类型（默认：webservice）',
    }),
    image: option('--image <image>', { en: 'what it runs', zh: '运行的镜像' }),
    port: option('--port <port>', { en: 'port it listens on', zh: '监听端口' }),
    expose: choice('--expose <yes|no>', { en: 'whether that port is in its Service', zh: '该端口是否加入 Service' }, [
      'yes',
      'no',
    ]),
    traits: option('--traits <traits>', { en: 'traits, separated by commas', zh: '特征，用逗号分隔' }),
    set: setOption,
    file: documentOption,
  },
  examples: [{ line: 'kubemin add component cache --image redis:7 --port 6379', needs: 'document' }],
  load: async () => {
    const { addComponent } = await import('./add-component.ts');
    return addComponent;
  },
});

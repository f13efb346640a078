import { choice, defineCommand, flag, list, option, pluginsOption } from '../command/index.ts';

/** `kubemin init`. */
export const initCommand = defineCommand({
  path: ['init'],
  group: 'start',
  summary: { en: 'describe an application by answering questions', zh: '通过回答问题来描述应用' },
  help: {
    en: 'Every answer can also be passed as an option: common ones have their own, all others use --set, for example component.2.image or component.1.traits.probes.1.httpGet.port; an error names what is missing. On a terminal "<" returns to the previous question, and Ctrl-C saves a draft.',
    zh: '每个回答都可以事先给出：常用的有各自的选项，其余的用 --set 按名称给出，如 component.2.image 或 component.1.traits.probes.1.httpGet.port；缺少时错误信息会给出名称。在终端中“<”返回上一题，Ctrl-C 会保留草稿以便继续。',
  },
  options: {
    name: option('--name <name>', { en: 'of the application', zh: '应用名称' }),
    namespace: option('-n, --namespace <namespace>', { en: 'where it is deployed', zh: '部署到的命名空间' }),
    component: option('--component <name>', { en: 'name of the first component', zh: '第一个组件的名称' }),
    type: option('--type <type>', { en: 'type of the first component', zh: '第一个组件的类型' }),
    image: option('--image <image>', { en: 'image of the first component', zh: '第一个组件的镜像' }),
    port: option('--port <port>', { en: 'port of the first component', zh: '第一个组件的端口' }),
    expose: choice('--expose <yes|no>', { en: 'whether that port is in its Service', zh: '该端口是否加入 Service' }, [
      'yes',
      'no',
    ]),
    traits: option('--traits <traits>', {
      en: 'traits of the first component, separated by commas',
      zh: '第一个组件的特征，用逗号分隔',
    }),
    order: choice(
      '--order <how>',
      { en: 'deploy in the order of references, or all at once', zh: '按引用顺序部署，或全部同时部署' },
      ['accept', 'parallel', 'edit'],
    ),
    set: list('--set <name=value>', { en: 'any other answer; may be repeated', zh: '其他任何回答；可重复' }),
    answers: option('--answers <file>', {
      en: 'JSON or YAML file with answers, in the form of a draft',
      zh: '包含回答的 JSON 或 YAML 文件，与草稿格式相同',
    }),
    from: option('--from <start>', {
      en: 'start from template:ID, a compose or other file, a Dockerfile, or an image',
      zh: '以 template:ID、compose 等文件、Dockerfile 或镜像为起点',
    }),
    file: option('-f, --file <file>', {
      en: 'output file, JSON or YAML (default: the document in this directory, else kubemin.yaml)',
      zh: '写入的文件，JSON 或 YAML（默认：当前目录已有的文档，否则为 kubemin.yaml）',
    }),
    resume: flag('--resume', { en: 'resume the saved draft', zh: '继续上次的草稿' }),
    plugins: pluginsOption,
    next: choice('--next <what>', { en: 'what to do with the document', zh: '写好之后做什么' }, ['deploy', 'save']),
  },
  examples: [
    {
      line: 'kubemin init --name shop --component web --image nginx:1.27 --port 80 --file shop.yaml',
      needs: 'nothing',
    },
    { line: 'kubemin init --from nginx:1.27 --name site --file site.json --no-input', needs: 'nothing' },
  ],
  load: async () => {
    const { init } = await import('./init.ts');
    return init;
  },
});

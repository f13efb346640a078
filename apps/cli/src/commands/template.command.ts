import { appArgument, defineCommand, flag, list, option, templateArgument } from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin template ls`. */
export const templateLsCommand = defineCommand({
  path: ['template', 'ls'],
  group: 'author',
  summary: { en: 'list the templates of the platform', zh: '列出平台上的模板' },
  examples: [{ line: 'kubemin template ls', needs: 'platform' }],
  load: async () => {
    const { listTemplates } = await import('./template.ts');
    return listTemplates;
  },
});

/** `kubemin template save`. */
export const templateSaveCommand = defineCommand({
  path: ['template', 'save'],
  group: 'author',
  summary: {
    en: 'make an application a template, whose components others can copy',
    zh: '把应用设为模板，供他人据其组件新建',
  },
  arguments: { app: appArgument },
  examples: [{ line: 'kubemin template save demo', needs: 'demo', alone: true }],
  load: async () => {
    const { saveTemplate } = await import('./template.ts');
    return saveTemplate;
  },
});

/** `kubemin template show`. */
export const templateShowCommand = defineCommand({
  path: ['template', 'show'],
  group: 'author',
  summary: {
    en: 'print the parameters and the document of a template, secret values masked',
    zh: '打印模板的参数和文档，密文已遮盖',
  },
  arguments: { template: templateArgument },
  options: {
    parameters: flag('--parameters', { en: 'print the parameters alone', zh: '只打印参数' }),
  },
  examples: [{ line: 'kubemin template show mysql-template', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { showTemplate } = await import('./template.ts');
    return showTemplate;
  },
});

/** `kubemin template use`. */
export const templateUseCommand = defineCommand({
  path: ['template', 'use'],
  group: 'author',
  summary: {
    en: 'write a document that uses the components of a template',
    zh: '写出一个使用模板组件的文档',
  },
  help: {
    en: 'On a terminal, parameters that must be given and are not are asked for. Otherwise they are reported, all at once.',
    zh: '在终端中会询问必填而未给出的参数；否则一次性全部报告。',
  },
  arguments: { template: templateArgument },
  options: {
    name: option('--name <app>', {
      en: 'name of the application (default: name of the directory)',
      zh: '应用名称（默认：目录名）',
    }),
    file: option('-f, --file <file>', {
      en: 'output file (default: kubemin.yaml; - prints it)',
      zh: '写到哪里（默认：kubemin.yaml；- 表示打印）',
    }),
    set: list('--set <name=value>', {
      en: 'value of a parameter; may be repeated',
      zh: '参数的值；可重复',
    }),
    setFile: list('--set-file <name=file>', {
      en: 'value of a parameter from a file, such as a password; may be repeated',
      zh: '从文件读取参数的值，例如密码；可重复',
    }),
    values: option('--values <file>', {
      en: 'JSON or YAML file with values by name (- reads from stdin); --set and --set-file take precedence',
      zh: '按名称给出值的 JSON 或 YAML 文件（- 表示读取管道输入）；--set 和 --set-file 优先',
    }),
  },
  examples: [
    { line: 'kubemin template use mysql-template --name billing', needs: 'platform', exit: ExitCode.notFound },
    {
      line: 'kubemin template use mysql-template --name billing --set database=billing --set storage=20Gi',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { useTemplate } = await import('./template.ts');
    return useTemplate;
  },
});

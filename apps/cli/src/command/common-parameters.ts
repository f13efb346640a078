import { argument, manyArguments, optionalArgument } from './arguments.ts';
import { flag, list, option, turnOff } from './options.ts';
import type { Parameter } from './parameter.ts';
import { projectRole } from './readers/readers.ts';

/** The document that is changed. */
export const documentOption = option('-f, --file <file>', {
  en: 'the document to change (default: kubemin.yaml or kubemin.json here)',
  zh: '要修改的文档（默认：当前目录的 kubemin.yaml 或 kubemin.json）',
});

/** Values without a dedicated option. */
export const setOption = list('--set <name=value>', {
  en: 'any other value, for example resources.limits.cpu=1; may be repeated',
  zh: '其他任何回答，如 resources.limits.cpu=1；可重复',
});

/** Plug-ins that a command reads documents with. */
export const pluginsOption = list('--plugins <dir|package>', {
  en: 'a plug-in to load; may be repeated (default: $KUBEMIN_PLUGINS)',
  zh: '要加载的插件；可重复（默认：$KUBEMIN_PLUGINS）',
});

/** The cluster a command looks into. */
export const clusterArgument = optionalArgument('cluster', {
  en: 'name of the cluster (default: the default cluster of documents)',
  zh: '哪个集群（默认：文档未指定集群时使用的那个）',
});

/** The template a command is about. */
export const templateArgument = argument('template', { en: 'name or id of the template', zh: '模板的名称或 id' });

/** Where the passphrase of a bundle is. */
export const passphraseFileOption = option('--passphrase-file <file>', {
  en: 'file with the passphrase (default: $KUBEMIN_PASSPHRASE, else a prompt)',
  zh: '存放口令的文件（默认：$KUBEMIN_PASSPHRASE，其次询问）',
});

/** Files with objects. */
export const objectFilesOption = list('-f, --file <file>', {
  en: 'files with objects, separated by commas, or directories; - reads from stdin',
  zh: '对象文件（用逗号分隔）或目录；- 表示管道输入',
});

/** The namespace objects are in. */
export const namespaceOption = option('-n, --namespace <namespace>', {
  en: 'namespace of the objects',
  zh: '对象所在的命名空间',
});

/** The cluster objects are in. */
export const clusterOptions = {
  kubeconfig: option('--kubeconfig <file>', {
    en: 'kubeconfig of the cluster (default: the target cluster of the selected platform)',
    zh: '集群的 kubeconfig（默认：所选平台交付到的集群）',
  }),
  kubeContext: option('--kube-context <name>', {
    en: 'context of that kubeconfig, or of the one kubectl uses (default: its current one)',
    zh: '该 kubeconfig 或 kubectl 所用 kubeconfig 中的上下文（默认：当前的）',
  }),
} as const;

/** Options of commands about pods, which use the platform unless a cluster is named. */
export const directClusterOptions = {
  kubeconfig: option('--kubeconfig <file>', {
    en: 'use the cluster of this kubeconfig directly, not through the platform',
    zh: '直接访问该 kubeconfig 的集群，不通过平台',
  }),
  kubeContext: option('--kube-context <name>', {
    en: 'the same with this context of that kubeconfig, or of the one kubectl uses',
    zh: '同上，使用该 kubeconfig 或 kubectl 所用 kubeconfig 中的这个上下文',
  }),
} as const;

/** Parameters of commands that set a user and its roles. */
export const userParameters = {
  arguments: { name: argument('name', { en: 'name of the user', zh: '用户名' }) },
  options: {
    role: list(
      '--role <[project=]role>',
      {
        en: 'a role in a project, for example shop=deployer, or on the whole platform, for example viewer',
        zh: '项目中的角色，如 shop=deployer；不写项目（如 viewer）则在整个平台有效',
      },
      projectRole,
    ),
  },
};

/** Which resources are meant. */
export const resourcesArgument = manyArguments('resource', {
  en: 'plural, singular, kind or short name (default: all)',
  zh: '复数、单数、类型或简称（默认：全部）',
});

/** The application a command is about. */
export const appArgument = argument('app', { en: 'name or id of the application', zh: '应用的名称或 id' });

/** The application as the first argument; optional in a linked directory. */
export const linkedAppArgument: Parameter<string> = {
  form: '[app]',
  summary: {
    en: 'name or id of the application; optional in a linked directory',
    zh: '应用的名称或 id；当前目录已关联应用时可省略',
  },
  byLink: true,
  read: ([app = '']) => app,
};

/** The application of a command; optional in a linked directory. */
export const meantAppArgument = optionalArgument('app', {
  en: 'name or id of the application (default: the one this directory is linked to)',
  zh: '应用的名称或 id（默认：当前目录所关联的）',
});

/** The run a command is about: its number or id, or the latest of an application. */
export const latestRunArgument = optionalArgument('run', {
  en: 'number or id of the run, or name of an application for its latest run (default: of the linked application)',
  zh: '运行的编号或 id，或应用名称（取其最近一次运行；默认：所关联的应用）',
});

/** The run a command is about: its number or id, or the one of an application that is under way. */
export const activeRunArgument = optionalArgument('run', {
  en: 'number or id of the run, or name of an application for its current run (default: of the linked application)',
  zh: '运行的编号或 id，或应用名称（取其正在进行的运行；默认：所关联的应用）',
});

/** The document a command is about. */
export const fileArgument = optionalArgument('file', {
  en: 'JSON or YAML document (default: kubemin.yaml or kubemin.json here)',
  zh: 'JSON 或 YAML 文档（默认：当前目录的 kubemin.yaml 或 kubemin.json）',
});

/** For commands that read a document: whether to keep what no schema knows. */
export const lenientOption = flag('--lenient', {
  en: 'keep unknown fields, with a warning, instead of rejecting the document',
  zh: '保留未知字段并给出警告，而不是拒绝该文档',
});

/** For commands that start a run: whether to follow it. */
export const waitOption = turnOff('--no-wait', {
  en: 'return as soon as the run is stored',
  zh: '运行一经保存即返回，不等待结束',
});

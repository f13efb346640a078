import {
  argument,
  choice,
  defineCommand,
  flag,
  manyArguments,
  option,
  passphraseFileOption,
} from '../command/index.ts';

/** `kubemin import`. */
export const importCommand = defineCommand({
  path: ['import'],
  group: 'author',
  summary: {
    en: 'import a bundle of kubemin export, or convert a Compose, Score, Kubernetes or Minik8s file to kubemin.yaml',
    zh: '导入应用：kubemin export 的加密包，或将 Compose、Score、Kubernetes、Minik8s 文件转为 kubemin.yaml',
  },
  help: {
    en: 'A bundle is stored on the platform completely or not at all. Any other file is converted to a document in this directory, and all differences are reported; this needs no platform.',
    zh: '加密包会整体存入平台，要么全部要么全无。其他文件在本地转换为文档，并列出所有不同之处；无需平台。',
  },
  arguments: { source: argument('file', { en: 'the file; - reads from stdin', zh: '文件；- 表示管道输入' }) },
  options: {
    name: option('--name <app>', {
      en: 'name of the application, if the file has none',
      zh: '文件未给出时的应用名称',
    }),
    file: option('-f, --file <file>', {
      en: 'output file of the document (default: kubemin.yaml; - prints it)',
      zh: '文档写到哪里（默认：kubemin.yaml；- 表示打印）',
    }),
    passphraseFile: passphraseFileOption,
    renumber: flag('--renumber', {
      en: 'assign new numbers to components of a bundle, if theirs are in use; their objects get other labels',
      zh: '为加密包中的组件重新编号：当编号已被占用时；其对象的标签会随之改变',
    }),
    deploy: flag('--deploy', {
      en: 'start a run of every application of a bundle',
      zh: '为加密包中的每个应用启动一次运行',
    }),
  },
  examples: [
    { line: 'kubemin import compose.yaml -f imported.yaml', needs: 'nothing' },
    { line: 'kubemin import everything.kubemin --passphrase-file passphrase.txt', needs: 'demo' },
  ],
  load: async () => {
    const { importFile } = await import('../documents/index.ts');
    return importFile;
  },
});

/** `kubemin export`. */
export const exportCommand = defineCommand({
  path: ['export'],
  group: 'author',
  summary: {
    en: 'export applications: as a bundle encrypted with a passphrase, including secrets and ids, or in the format of another tool',
    zh: '导出应用：以口令加密并带上密文与 id，或转换为其他工具的格式',
  },
  help: {
    en: 'A bundle imported on another platform gives the same objects byte for byte. The other formats contain one application with masked secret values: document (kubemin.yaml), manifests, kustomize and helm. A file name that ends in .yaml or .yml means the document of one application, in YAML.',
    zh: '加密包在其他平台导入后得到逐字节相同的对象。其他格式只含一个应用且遮盖密文：document（kubemin.yaml）、manifests、kustomize 与 helm。以 .yaml 或 .yml 结尾的文件名表示以 YAML 写出单个应用的文档。',
  },
  arguments: { apps: manyArguments('app', { en: 'names or ids of applications', zh: '应用的名称或 id' }) },
  options: {
    all: flag('--all', { en: 'all applications, and all profiles', zh: '全部应用与全部配置集' }),
    file: option('-f, --file <file>', {
      en: 'output: a file, a directory for formats with several files, or - for stdout (default: -)',
      zh: '写到哪里：文件；多文件格式为目录；- 表示标准输出（默认：-）',
    }),
    format: choice(
      '--format <format>',
      {
        en: 'output format (default: bundle, or document for a file.yaml)',
        zh: '输出格式（默认：bundle；文件名为 .yaml 时为 document）',
      },
      ['bundle', 'document', 'manifests', 'kustomize', 'helm'],
    ),
    passphraseFile: passphraseFileOption,
  },
  examples: [
    { line: 'kubemin export demo --format document', needs: 'demo' },
    { line: 'kubemin export demo -f exported.yaml', needs: 'demo' },
    { line: 'kubemin export demo --format helm -f chart', needs: 'demo' },
    { line: 'kubemin export --all -f everything.kubemin --passphrase-file passphrase.txt', needs: 'demo' },
  ],
  load: async () => {
    const { exportApplications } = await import('./export.ts');
    return exportApplications;
  },
});

import { defineCommand, fileArgument, flag, lenientOption, optionalArgument, pluginsOption } from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin edit`. */
export const editCommand = defineCommand({
  path: ['edit'],
  group: 'author',
  summary: {
    en: 'edit a document or a stored application in $VISUAL or $EDITOR, and check it',
    zh: '用 $VISUAL 或 $EDITOR 编辑文档或已保存的应用，并检查结果',
  },
  help: {
    en: 'A stored application is saved as a new revision, unless it was changed by another user meanwhile; your text is then kept in a file. Masked values are kept unchanged.',
    zh: '已保存的应用会存为新的修订版，除非期间被他人修改；无论如何，所写内容都会保留在文件中。被遮盖的值保持不变。',
  },
  arguments: {
    target: optionalArgument('file|app', {
      en: 'a document, or the name or id of an application (default: kubemin.yaml here)',
      zh: '文档，或应用的名称或 id（默认：当前目录的 kubemin.yaml）',
    }),
  },
  options: { plugins: pluginsOption },
  examples: [{ line: 'kubemin edit kubemin.yaml --no-input', needs: 'document', exit: ExitCode.usage }],
  load: async () => {
    const { edit } = await import('./edit.ts');
    return edit;
  },
});

/** `kubemin render`. */
export const renderCommand = defineCommand({
  path: ['render'],
  group: 'author',
  summary: {
    en: 'print the Kubernetes objects of a document; needs no platform',
    zh: '打印文档对应的 Kubernetes 对象；不保存任何内容，也无需平台运行',
  },
  arguments: { file: fileArgument },
  options: {
    lenient: lenientOption,
    plugins: pluginsOption,
    offline: flag('--offline', { en: 'do not use a running platform', zh: '即使有平台运行也不询问' }),
  },
  examples: [
    { line: 'kubemin render examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin render --offline', needs: 'document' },
    { line: 'kubemin render -o json', needs: 'demo' },
  ],
  load: async () => {
    const { render } = await import('./render.ts');
    return render;
  },
});

/** `kubemin schema`. */
export const schemaCommand = defineCommand({
  path: ['schema'],
  group: 'author',
  summary: {
    en: 'print the JSON Schema of documents, or the fields of a component type, trait or step',
    zh: '打印文档的 JSON Schema，或某个组件类型、特征、步骤的字段',
  },
  arguments: {
    name: optionalArgument('type|trait', {
      en: 'a component type, trait or step; all of them with -o table',
      zh: '组件类型、特征或步骤；-o table 列出全部',
    }),
  },
  options: { plugins: pluginsOption },
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

/** `kubemin validate`. */
export const validateCommand = defineCommand({
  path: ['validate'],
  group: 'author',
  summary: {
    en: 'check a document and list all problems with line and fix; needs no platform',
    zh: '检查文档，给出每个问题所在的行与改法；无需平台',
  },
  arguments: { file: fileArgument },
  options: {
    lenient: lenientOption,
    plugins: pluginsOption,
    platform: flag('--platform', {
      en: 'also check on the platform: templates, profiles, clusters and the previous revision',
      zh: '同时询问平台，它了解模板、配置集、集群与之前的修订版',
    }),
  },
  examples: [
    { line: 'kubemin validate examples/hello.yaml', needs: 'nothing' },
    { line: 'kubemin validate -o json', needs: 'document' },
    { line: 'kubemin validate examples/hello.yaml --platform', needs: 'platform' },
  ],
  load: async () => {
    const { validate } = await import('./validate.ts');
    return validate;
  },
});

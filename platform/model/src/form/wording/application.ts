import { type Wording, word } from './wording.ts';

/** Words for the application itself. */
export const applicationWording: Wording = {
  'application.id': word(
    ['Id', '应用 ID'],
    ['Given to change that application instead of creating one.', '填写后更新该应用，而不是新建应用。'],
    { group: 'advanced' },
  ),
  'application.name': word(
    ['Name', '名称'],
    [
      'The name of the application, unique within its project, cluster and namespace.',
      '应用名称，在同一项目、集群和命名空间内唯一。',
    ],
    { example: 'shop' },
  ),
  'application.namespace': word(
    ['Namespace', '命名空间'],
    ['The Kubernetes namespace all objects of the application live in.', '应用的所有对象所在的 Kubernetes 命名空间。'],
    { example: 'default' },
  ),
  'application.cluster': word(
    ['Cluster', '集群'],
    [
      'The registered cluster the application is delivered to; left out, the one the platform was started with.',
      '应用交付到的已注册集群；不填则为平台启动时所用的集群。',
    ],
    { example: 'staging' },
  ),
  'application.alias': word(
    ['Display name', '显示名称'],
    ['What people call the application.', '展示给人看的应用名称。'],
    { example: 'The shop' },
  ),
  'application.version': word(
    ['Version', '版本'],
    ['Any text that distinguishes releases; left out, it stays what it was.', '区分发布的任意文本；不填则保持原版本。'],
    { example: '1.0.0' },
  ),
  'application.project': word(
    ['Project', '项目'],
    ['Groups applications that belong together.', '将相关的应用归为一组。'],
    { example: 'retail' },
  ),
  'application.description': word(
    ['Description', '描述'],
    ['What the application is for, in a sentence or two.', '用一两句话说明应用的用途。'],
  ),
  'application.icon': word(['Icon', '图标'], ['The icon the console shows for it.', '控制台中显示的图标。'], {
    group: 'advanced',
  }),
  'application.tmpEnable': word(
    ['Usable as template', '可作为模板'],
    ['Lets other applications be made from this one.', '允许以此应用为模板创建其他应用。'],
    { group: 'advanced' },
  ),
  'application.parameters': word(
    ['Parameters', '参数'],
    [
      'What applications that use this template may choose; each parameter fills fields of the document.',
      '使用此模板的应用可以选择的内容；每个参数填充文档中的若干字段。',
    ],
    { group: 'advanced' },
  ),
  'application.parameters.name': word(
    ['Name', '名称'],
    ['The name by which values are given.', '给出取值时使用的名称。'],
    { example: 'database' },
  ),
  'application.parameters.type': word(['Type', '类型'], ['What kind of value it takes.', '接受哪一类值。'], {
    options: {
      string: ['Text', '文本'],
      integer: ['Whole number', '整数'],
      number: ['Number', '数字'],
      boolean: ['Yes or no', '是或否'],
      enum: ['One of several values', '若干值之一'],
      quantity: ['Quantity (500m, 2Gi)', '数量（500m、2Gi）'],
      secret: ['Secret, never shown', '密文，不会显示'],
    },
  }),
  'application.parameters.description': word(
    ['Description', '描述'],
    ['What the parameter is for, in a sentence.', '用一句话说明参数的用途。'],
    { example: 'Name of the database.' },
  ),
  'application.parameters.required': word(
    ['Required', '必填'],
    ['Whether every application that uses the template must give a value.', '使用模板的应用是否必须给出值。'],
  ),
  'application.parameters.default': word(
    ['Default', '默认值'],
    [
      'The value where none is given; left out, the value that the template has in the field.',
      '未给出时的值；不填则为模板该字段中的值。',
    ],
  ),
  'application.parameters.values': word(
    ['Values', '可选值'],
    ['Of the type enum: what to choose from.', '类型为 enum 时的可选值。'],
    { example: ['small', 'large'] },
  ),
  'application.parameters.pattern': word(
    ['Pattern', '格式'],
    ['A regular expression that the whole text must match.', '整个文本须匹配的正则表达式。'],
    { example: '[a-z]+' },
  ),
  'application.parameters.minimum': word(
    ['Minimum', '最小值'],
    ['The smallest number or quantity; of texts, the shortest length.', '最小的数字或数量；对文本为最短长度。'],
    { example: 1 },
  ),
  'application.parameters.maximum': word(
    ['Maximum', '最大值'],
    ['The largest number or quantity; of texts, the longest length.', '最大的数字或数量；对文本为最长长度。'],
    { example: 5 },
  ),
  'application.parameters.fields': word(
    ['Fields', '字段'],
    ['The fields of the document that the parameter fills.', '参数填充的文档字段。'],
    { example: ['component[tem-mysql].replicas'] },
  ),
  'application.parameters.fields.path': word(
    ['Path', '路径'],
    [
      'Where the field is, with components and list entries by name or index.',
      '字段的位置；组件和列表项以名称或序号表示。',
    ],
    { example: 'component[tem-mysql].properties.env.MYSQL_DATABASE' },
  ),
  'application.parameters.fields.text': word(
    ['Text', '文本'],
    [
      'The value of a field that consists of more than the parameter; {name} stands for the value of a parameter.',
      '字段不止包含参数时的值；{name} 代表某个参数的值。',
    ],
    { example: 'https://{host}/login' },
  ),
};

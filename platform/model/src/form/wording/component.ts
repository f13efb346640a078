import { type Wording, word } from './wording.ts';

/** Words for what every component has, and for the component types. */
export const componentWording: Wording = {
  'component.name': word(
    ['Name', '名称'],
    [
      'The name of the component, unique within the application; others reach it by this name.',
      '组件名称，在应用内唯一；其他组件通过该名称访问它。',
    ],
    { example: 'web' },
  ),
  'component.type': word(['Type', '类型'], ['What kind of thing the component is.', '组件的种类。'], {
    options: {
      webservice: ['Web service', '无状态服务'],
      store: ['Store', '有状态服务'],
      config: ['Config', '配置'],
      secret: ['Secret', '密钥'],
      worker: ['Worker', '后台进程'],
      job: ['Job', '一次性任务'],
      cron: ['Scheduled job', '定时任务'],
      daemon: ['Daemon', '节点守护进程'],
    },
  }),
  'component.image': word(
    ['Image', '镜像'],
    ['The container image to run, with its tag.', '要运行的容器镜像及其标签。'],
    { example: 'nginx:1.27' },
  ),
  'component.namespace': word(
    ['Namespace', '命名空间'],
    [
      "Only for documents that repeat the application's; it decides nothing.",
      '仅用于重复应用命名空间的文档，不起作用。',
    ],
    { group: 'advanced' },
  ),
  'component.replicas': word(
    ['Copies', '副本数'],
    ['How many copies run; 0 stops the component.', '运行的副本数量；0 表示停止。'],
    {
      group: 'runtime',
    },
  ),
  'component.dependsOn': word(
    ['Depends on', '依赖'],
    ['Components that must be ready before this one is deployed.', '部署本组件前必须就绪的组件。'],
    { group: 'flow', example: ['mysql'] },
  ),
  'component.template': word(
    ['Template', '模板'],
    [
      "Copies the template's components for this application; the entry then states what differs in one of them, and needs neither type nor image.",
      '为本应用重新生成模板中的组件；此条目只描述其中一个组件的不同之处，无需填写类型和镜像。',
    ],
    { group: 'advanced' },
  ),
  'component.template.id': word(
    ['Template', '模板'],
    ['The id or the name of an application that others may use as a template.', '允许作为模板使用的应用的 ID 或名称。'],
    { example: 'mysql-template' },
  ),
  'component.template.target': word(
    ['Component of the template', '模板中的组件'],
    [
      "The template's component this entry is about; left out, the first of the same type that has no entry yet.",
      '此条目对应的模板组件；不填则取同类型中第一个尚未被指定的组件。',
    ],
    { example: 'tem-mysql' },
  ),
  'component.template.parameters': word(
    ['Parameters', '参数'],
    ["Values of the template's parameters, by name.", '模板参数的值，按名称给出。'],
    { example: { database: 'billing' } },
  ),
  'type.webservice': word(
    ['Web service', '无状态服务'],
    ['A stateless service that may run in several copies.', '可以运行多个副本的无状态服务。'],
  ),
  'type.store': word(
    ['Store', '有状态服务'],
    [
      'A service that keeps data, such as a database.',
      '保存数据的服务（例如数据库），每个副本有固定的名称和各自的存储卷。',
    ],
  ),
  'type.config': word(
    ['Config', '配置'],
    ['Settings others read as variables or files.', '供其他组件以环境变量或文件方式读取的配置。'],
  ),
  'type.secret': word(
    ['Secret', '密钥'],
    ['Passwords, keys and certificates.', '供其他组件以环境变量或文件方式读取的密码、密钥和证书。'],
  ),
  'type.worker': word(
    ['Worker', '后台进程'],
    ['A background process, such as a queue consumer.', '独立工作的进程（例如队列消费者），没有服务入口。'],
  ),
  'type.job': word(
    ['Job', '一次性任务'],
    ['A task that runs to completion.', '运行到结束的任务，例如数据迁移或评测。'],
  ),
  'type.cron': word(
    ['Scheduled job', '定时任务'],
    ['A task that runs on a schedule.', '按计划运行的任务，例如每晚备份。'],
  ),
  'type.daemon': word(
    ['Daemon', '节点守护进程'],
    ['One copy on every machine.', '每台机器运行一个副本，例如日志采集器。'],
  ),
};

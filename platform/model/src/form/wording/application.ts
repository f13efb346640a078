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
};

import { defineMessages } from '@kubemin/base/message';

/** Files of Minik8s. */
export const minik8sMessages = defineMessages('convert.minik8s', {
  bounds: {
    en: 'Outside its bounds, the number of copies is set to the nearest bound.',
    zh: '超出范围时，副本数取最近的边界值。',
  },
  renamed: { en: 'It became "{name}", because names are lower-case.', zh: '它改名为“{name}”，因为名称须为小写。' },
  nothingSimilar: { en: 'Kubernetes has no equivalent.', zh: 'Kubernetes 没有对应的功能。' },
  noSize: { en: 'Minik8s has no sizes; it became {size}.', zh: 'Minik8s 没有大小；已设为 {size}。' },
  inDocument: { en: ' (document {number:number})', zh: '（第 {number} 个文档）' },
  notAnObject: {
    en: 'This is not a Kubernetes object{where?}: it has no apiVersion and kind.',
    zh: '这不是 Kubernetes 对象{where?}：没有 apiVersion 和 kind。',
  },
  size: { en: 'the size', zh: '大小' },
  volumes: {
    en: 'Volumes of the cluster are not part of an application; its claims find them by their class.',
    zh: '集群的卷不属于应用；应用的声明按存储类找到它们。',
  },
  nodes: { en: 'Nodes are not part of an application.', zh: '节点不属于应用。' },
  functions: {
    en: 'Functions are separate objects, not part of an application.',
    zh: '函数是独立的对象，不属于应用。',
  },
  workflows: {
    en: 'Workflows of functions are separate objects, not part of an application.',
    zh: '函数的工作流是独立的对象，不属于应用。',
  },
  jobs: {
    en: 'Jobs for a computing centre are separate objects, not part of an application.',
    zh: '计算中心的作业是独立的对象，不属于应用。',
  },
  clusterIp: {
    en: 'Minik8s treats it as ClusterIP, and so does the application.',
    zh: 'Minik8s 把它视为 ClusterIP，应用也一样。',
  },
  nothingFound: {
    en: 'This text has no object that can become a component: no Pod and no ReplicaSet.',
    zh: '本文本中没有可以成为组件的对象：没有 Pod，也没有 ReplicaSet。',
  },
  ownServer: {
    en: 'The Dockerfile and the server of the directory are not used: func.py runs in the runtime of the cluster.',
    zh: '不使用该目录的 Dockerfile 与服务器：func.py 在集群的运行时中执行。',
  },
  watched: {
    en: 'An EventTrigger of the type file calls the function when a file changes; create one.',
    zh: '文件变化时由 file 类型的 EventTrigger 调用函数；请另行创建。',
  },
  defaultNamespace: {
    en: 'Functions and workflows of Minik8s are in the namespace default.',
    zh: 'Minik8s 的函数与工作流位于命名空间 default。',
  },
  notJson: { en: '{field} is not a JSON object.', zh: '{field} 不是 JSON 对象。' },
  fieldMissing: { en: '{name}: {field} is missing or unknown.', zh: '{name}：{field} 缺失或未知。' },
  portName: { en: 'It cannot be the name of a port.', zh: '它不能作为端口名称。' },
});

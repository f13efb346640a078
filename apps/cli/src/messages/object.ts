import { defineMessages } from '@kubemin/base/message';

/** About kubectl, which is a program of its own. */
export const kubectlMessages = defineMessages('cli.kubectl', {
  notInstalled: { en: 'there is no kubectl on the PATH', zh: 'PATH 中没有 kubectl' },
  cannotRun: { en: 'kubectl cannot be run: {why:message}', zh: '无法运行 kubectl：{why}' },
  install: {
    en: 'install it (https://kubernetes.io/docs/tasks/tools) and try again; kubemin status, ls and run ls work without it',
    zh: '请安装后重试（https://kubernetes.io/docs/tasks/tools）；kubemin status、ls、run ls 不需要它',
  },
  noKubeconfig: {
    en: 'there is no cluster of KubeMin yet (looked in {path})',
    zh: '还没有 KubeMin 的集群（已在 {path} 中查找）',
  },
  startFirst: {
    en: 'start one with kubemin up, or point to one: kubemin --data-dir DIR kubectl …',
    zh: '请用 kubemin up 启动，或指明目录：kubemin --data-dir DIR kubectl …',
  },
  runItself: {
    en: 'run kubectl itself with the kubeconfig of that cluster: kubectl --kubeconfig FILE',
    zh: '请直接运行 kubectl 并指定该集群的 kubeconfig：kubectl --kubeconfig FILE',
  },
});

/** About Kubernetes objects, natively written or in the dialect of Minik8s. */
export const objectMessages = defineMessages('cli.object', {
  noKind: { en: 'there is no kind {kind}', zh: '没有类型 {kind}' },
  knownKinds: {
    en: 'kinds are {kinds}, and all kinds of Kubernetes',
    zh: '类型有 {kinds}，以及 Kubernetes 的全部类型',
  },
  notServed: { en: 'objects of kind {kind} cannot be kept in a cluster yet', zh: '集群尚不能保存类型为 {kind} 的对象' },
  notServedHint: {
    en: 'applications with workflows do most of what they are for: kubemin init',
    zh: '带工作流的应用可以完成其大部分用途：kubemin init',
  },
  unknownObject: {
    en: "the kind {kind} of {apiVersion} is not one of Kubernetes' own",
    zh: '{apiVersion} 的类型 {kind} 不是 Kubernetes 自带的',
  },
  useKubectl: {
    en: 'kubectl knows the kinds that were added to a cluster: kubemin kubectl apply -f FILE',
    zh: 'kubectl 认识集群中新增的类型：kubemin kubectl apply -f FILE',
  },
  nothingIn: { en: 'there is no object in {name}', zh: '{name} 中没有对象' },
  giveFile: { en: 'name files with -f; - is what is piped in', zh: '用 -f 指定文件；- 表示管道输入' },
  noName: { en: 'an object of kind {kind} has no name', zh: '有一个 {kind} 类型的对象没有名称' },
  giveName: { en: 'write metadata.name', zh: '请写 metadata.name' },
  notConverted: { en: '{name} cannot be read: {why:message}', zh: '无法读取 {name}：{why}' },
  checkFile: {
    en: 'Kubernetes manifests and files of Minik8s are read, YAML or JSON',
    zh: '可读取 Kubernetes 清单与 Minik8s 文件，YAML 或 JSON',
  },
  created: { en: 'created', zh: '已创建' },
  configured: { en: 'configured', zh: '已更新' },
  unchanged: { en: 'unchanged', zh: '无变化' },
  deleted: { en: 'deleted', zh: '已删除' },
  notThere: { en: 'was not there', zh: '不存在' },
  failed: { en: 'failed', zh: '失败' },
  empty: { en: 'there are no objects of kind {kind}', zh: '没有类型为 {kind} 的对象' },
  unreachable: { en: 'the cluster does not answer: {why:message}', zh: '集群没有响应：{why}' },
  isItUp: {
    en: 'is it running? kubemin status tells, kubemin up starts it',
    zh: '它在运行吗？kubemin status 可查看，kubemin up 可启动',
  },
  seeObjects: {
    en: 'kubemin get KIND lists the objects of a kind that there are',
    zh: 'kubemin get KIND 列出该类型的现有对象',
  },
  applyAgain: {
    en: 'look at what is there with kubemin get KIND NAMESPACE/NAME -o yaml, then try again',
    zh: '请用 kubemin get KIND NAMESPACE/NAME -o yaml 查看现有内容后重试',
  },
  mendObject: {
    en: 'fix what the message names in the file, then try again',
    zh: '请在文件中修正消息指出的内容后重试',
  },
  otherAccount: {
    en: 'use the kubeconfig of somebody who may: --kubeconfig FILE',
    zh: '请使用有权限者的 kubeconfig：--kubeconfig FILE',
  },
  willDelete: { en: 'These objects will be deleted: {objects}.{place?}', zh: '将删除这些对象：{objects}。{place?}' },
  whichObject: { en: 'it is not said what to delete', zh: '没有说明删除什么' },
  sayObject: {
    en: 'kubemin delete APP, kubemin delete KIND NAMESPACE/NAME, or kubemin delete -f FILE',
    zh: 'kubemin delete APP、kubemin delete KIND NAMESPACE/NAME 或 kubemin delete -f FILE',
  },
  appOnly: {
    en: 'only applications have volumes, definitions and runs: leave --volumes, --keep-definition and --no-wait out',
    zh: '只有应用才有卷、定义与运行：请去掉 --volumes、--keep-definition 与 --no-wait',
  },
  madeNamespace: { en: 'namespace {name} created', zh: '已创建命名空间 {name}' },
  minik8sIs: { en: '{count:number} of them in the dialect of Minik8s', zh: '其中 {count} 个使用 Minik8s 写法' },
  converted: { en: '{count:object|objects} as Kubernetes manifests', zh: '{count} 个对象，以 Kubernetes 清单表示' },
});

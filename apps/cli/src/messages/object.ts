import { defineMessages } from '@kubemin/base/message';

/** About kubectl, which is a program of its own. */
export const kubectlMessages = defineMessages('cli.kubectl', {
  notInstalled: { en: 'kubectl not found in PATH', zh: 'PATH 中没有 kubectl' },
  cannotRun: { en: 'kubectl cannot be run: {why:message}', zh: '无法运行 kubectl：{why}' },
  install: {
    en: 'install it (https://kubernetes.io/docs/tasks/tools) and try again; kubemin status, ls and run ls work without it',
    zh: '请安装后重试（https://kubernetes.io/docs/tasks/tools）；kubemin status、ls、run ls 不需要它',
  },
  noKubeconfig: {
    en: 'no KubeMin cluster found (looked in {path})',
    zh: '还没有 KubeMin 的集群（已在 {path} 中查找）',
  },
  startFirst: {
    en: 'start one with kubemin up, or select one: kubemin --data-dir DIR kubectl …',
    zh: '请用 kubemin up 启动，或指明目录：kubemin --data-dir DIR kubectl …',
  },
  runItself: {
    en: 'run kubectl directly with the kubeconfig of that cluster: kubectl --kubeconfig FILE',
    zh: '请直接运行 kubectl 并指定该集群的 kubeconfig：kubectl --kubeconfig FILE',
  },
});

/** About Kubernetes objects, natively written or in the dialect of Minik8s. */
export const objectMessages = defineMessages('cli.object', {
  noKind: { en: 'unknown kind {kind}', zh: '未知类型 {kind}' },
  knownKinds: {
    en: 'known kinds: {kinds}, and all kinds of Kubernetes',
    zh: '类型有 {kinds}，以及 Kubernetes 的全部类型',
  },
  unknownObject: {
    en: 'kind {kind} of {apiVersion} is not a built-in kind of Kubernetes',
    zh: '{apiVersion} 的类型 {kind} 不是 Kubernetes 自带的',
  },
  useKubectl: {
    en: 'use kubectl for custom resources: kubemin kubectl apply -f FILE',
    zh: '自定义资源请使用 kubectl：kubemin kubectl apply -f FILE',
  },
  nothingIn: { en: 'no objects in {name}', zh: '{name} 中没有对象' },
  giveFile: { en: 'name files with -f; - reads from stdin', zh: '用 -f 指定文件；- 表示管道输入' },
  noName: { en: 'an object of kind {kind} has no name', zh: '有一个 {kind} 类型的对象没有名称' },
  giveName: { en: 'write metadata.name', zh: '请写 metadata.name' },
  notConverted: { en: '{name} cannot be read: {why:message}', zh: '无法读取 {name}：{why}' },
  checkFile: {
    en: 'supported: Kubernetes manifests and Minik8s files, YAML or JSON',
    zh: '可读取 Kubernetes 清单与 Minik8s 文件，YAML 或 JSON',
  },
  created: { en: 'created', zh: '已创建' },
  configured: { en: 'configured', zh: '已更新' },
  unchanged: { en: 'unchanged', zh: '无变化' },
  deleted: { en: 'deleted', zh: '已删除' },
  notThere: { en: 'not found', zh: '不存在' },
  failed: { en: 'failed', zh: '失败' },
  empty: { en: 'no objects of kind {kind}', zh: '没有类型为 {kind} 的对象' },
  unreachable: { en: 'the cluster does not respond: {why:message}', zh: '集群没有响应：{why}' },
  isItUp: {
    en: 'check it with kubemin status, or start it with kubemin up',
    zh: '请用 kubemin status 检查，或用 kubemin up 启动',
  },
  seeObjects: {
    en: 'list the objects with kubemin get KIND',
    zh: 'kubemin get KIND 列出该类型的现有对象',
  },
  applyAgain: {
    en: 'check the current object with kubemin get KIND NAMESPACE/NAME -o yaml, then try again',
    zh: '请用 kubemin get KIND NAMESPACE/NAME -o yaml 查看现有内容后重试',
  },
  fixObject: {
    en: 'fix what the message names in the file, then try again',
    zh: '请在文件中修正消息指出的内容后重试',
  },
  otherAccount: {
    en: 'use the kubeconfig of a user with permission: --kubeconfig FILE',
    zh: '请使用有权限者的 kubeconfig：--kubeconfig FILE',
  },
  willDelete: { en: 'These objects will be deleted: {objects}.{place?}', zh: '将删除这些对象：{objects}。{place?}' },
  whichObject: { en: 'nothing to delete was named', zh: '没有指定要删除的内容' },
  nameObject: {
    en: 'kubemin delete APP, kubemin delete KIND NAMESPACE/NAME, or kubemin delete -f FILE',
    zh: 'kubemin delete APP、kubemin delete KIND NAMESPACE/NAME 或 kubemin delete -f FILE',
  },
  appOnly: {
    en: '--volumes, --keep-definition and --no-wait apply only to applications',
    zh: '--volumes、--keep-definition 与 --no-wait 只适用于应用',
  },
  madeNamespace: { en: 'namespace {name} created', zh: '已创建命名空间 {name}' },
  minik8sIs: { en: '{count:number} of them in Minik8s format', zh: '其中 {count} 个使用 Minik8s 写法' },
  converted: { en: '{count:object|objects} as Kubernetes manifests', zh: '{count} 个对象，以 Kubernetes 清单表示' },
});

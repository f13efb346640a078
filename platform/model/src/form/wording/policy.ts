import { type Wording, word } from './wording.ts';

/** Texts of the traits about how a component's pods are treated. */
export const policyWording: Wording = {
  'trait.imagePull': word(
    ['Image pull', '镜像拉取'],
    ['When the image is pulled.', '何时拉取镜像，以及访问镜像仓库的密钥。'],
  ),
  'imagePull.policy': word(['Policy', '策略'], ['When the image is pulled.', '何时拉取镜像。'], {
    example: 'IfNotPresent',
  }),
  'imagePull.secrets': word(
    ['Secrets', '密钥'],
    ['Secrets that give access to the registry.', '访问镜像仓库所需的密钥。'],
    { example: ['registry-login'] },
  ),
  'trait.restart': word(['Restart', '重启'], ['Whether ended containers start again.', '容器结束后是否重新启动。']),
  'restart.policy': word(
    ['Policy', '策略'],
    ['When a container that ended is started again.', '容器结束后何时重新启动。'],
    { example: 'OnFailure' },
  ),
  'trait.securityContext': word(
    ['Security', '安全'],
    ['The user containers run as.', '容器运行的用户及其对机器的权限。'],
  ),
  'securityContext.runAsUser': word(
    ['User', '用户'],
    ['The number of the user the processes run as.', '进程运行的用户编号。'],
    { example: 1000 },
  ),
  'securityContext.runAsGroup': word(
    ['Group', '用户组'],
    ['The number of the group the processes run as.', '进程运行的用户组编号。'],
    { example: 1000 },
  ),
  'securityContext.runAsNonRoot': word(
    ['Not as root', '禁止 root'],
    ['Refuses to start as root.', '拒绝以 root 身份启动。'],
  ),
  'securityContext.seccompProfile': word(
    ['Seccomp', 'Seccomp 配置'],
    ['Which system calls are allowed.', '允许哪些系统调用。'],
    { group: 'advanced' },
  ),
  'securityContext.fsGroup': word(
    ['Volume group', '卷用户组'],
    ['The group that owns the files of volumes.', '拥有卷中文件的用户组。'],
    { group: 'advanced' },
  ),
  'securityContext.fsGroupChangePolicy': word(
    ['Change of owner', '属主变更'],
    ['When the owner of the files in volumes is changed.', '何时变更卷中文件的属主。'],
    { group: 'advanced' },
  ),
  'securityContext.supplementalGroups': word(
    ['Further groups', '附加用户组'],
    ['More groups the processes belong to.', '进程所属的其他用户组。'],
    { group: 'advanced' },
  ),
  'securityContext.readOnlyRootFilesystem': word(
    ['Read-only image', '只读根文件系统'],
    ['Whether nothing but volumes can be written.', '是否只能写入卷。'],
  ),
  'securityContext.allowPrivilegeEscalation': word(
    ['More rights later', '允许提权'],
    ['Whether a process may gain more rights than its parent.', '进程是否可以获得比父进程更多的权限。'],
    { group: 'advanced' },
  ),
  'securityContext.privileged': word(
    ['Privileged', '特权模式'],
    ['Whether the container may do anything to the machine.', '容器是否可以对机器执行任何操作。'],
    { group: 'advanced' },
  ),
  'securityContext.capabilities': word(
    ['Capabilities', '能力'],
    ['Single rights of root that are given or taken.', '授予或移除的单项 root 权限。'],
    { group: 'advanced' },
  ),
  'securityContext.capabilities.add': word(['Given', '授予'], ['Rights to give.', '要授予的权限。'], {
    example: ['NET_BIND_SERVICE'],
  }),
  'securityContext.capabilities.drop': word(['Taken', '移除'], ['Rights to take.', '要移除的权限。'], {
    example: ['ALL'],
  }),
  'trait.termination': word(
    ['Stopping', '停止'],
    ['How long a pod may take to stop.', 'Pod 停止所允许的时间，以及停止前执行的操作。'],
  ),
  'termination.gracePeriodSeconds': word(
    ['Time to stop', '停止时间'],
    ['Seconds a pod may take to stop before it is killed.', 'Pod 停止的宽限秒数，超过后强制终止。'],
    { example: 30 },
  ),
  'termination.preStop': word(
    ['Before stopping', '停止前'],
    ['What the container does first.', '停止前容器执行的操作。'],
  ),
  'termination.preStop.command': word(['Command', '命令'], ['A command to run.', '要执行的命令。'], {
    example: ['nginx', '-s', 'quit'],
  }),
  'termination.preStop.sleepSeconds': word(
    ['Wait', '等待'],
    ['Seconds to wait, so that others stop sending requests.', '等待的秒数，以便其他服务停止发送请求。'],
    { example: 5 },
  ),
  'trait.share': word(
    ['Share', '共享'],
    ['One copy for all applications.', '命名空间中所有包含该组件的应用共用一份。'],
  ),
  'share.strategy': word(
    ['Strategy', '策略'],
    ['What happens when another application has delivered it already.', '其他应用已交付该组件时的处理方式。'],
    {
      options: {
        default: ['The first application makes it', '由首个应用创建'],
        ignore: ['Created elsewhere', '由他人创建'],
        force: ['Always apply', '始终应用'],
      },
    },
  ),
  'share.name': word(
    ['Name', '共享名称'],
    ['What applications that share it have in common.', '共享该组件的应用所使用的共同名称。'],
    { group: 'advanced' },
  ),
};

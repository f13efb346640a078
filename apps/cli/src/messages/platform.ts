import { defineMessages } from '@kubemin/base/message';

/** What nodes run containers with, by name. */
export const nodeRuntimeMessages = defineMessages('cli.nodeRuntime', {
  sandbox: { en: 'sandbox (containers)', zh: 'sandbox（容器）' },
  containerd: { en: 'containerd (containers)', zh: 'containerd（容器）' },
  simulated: { en: 'simulated', zh: '模拟' },
});

/** States of a platform. */
export const platformHealthMessages = defineMessages('cli.platformHealth', {
  ready: { en: 'ready', zh: '就绪' },
  degraded: { en: 'degraded', zh: '降级' },
});

/** About KubeMin itself. */
export const platformMessages = defineMessages('cli.platform', {
  client: { en: 'client', zh: '客户端' },
  server: { en: 'server', zh: '服务器' },
  platform: { en: 'platform', zh: '平台' },
  routes: { en: 'routes', zh: '路由' },
  kubernetes: { en: 'kubernetes', zh: 'Kubernetes 接口' },
  kubeconfig: { en: 'kubeconfig', zh: 'kubeconfig 文件' },
  version: { en: 'version', zh: '版本' },
  nodes: { en: 'nodes', zh: '节点' },
  process: { en: 'process', zh: '进程' },
  runningFor: { en: '{pid:number}, for {duration}', zh: '{pid}，已运行 {duration}' },
  applications: { en: 'applications', zh: '应用' },
});

/** About people and their tokens. */
export const accountMessages = defineMessages('cli.account', {
  all: { en: 'all', zh: '全部' },
  never: { en: 'never', zh: '从不' },
  configured: { en: 'configured', zh: '由配置指定' },
  none: { en: 'none', zh: '无' },
  user: { en: 'user', zh: '用户' },
  roles: { en: 'roles', zh: '角色' },
  scopes: { en: 'scopes', zh: '权限' },
  projects: { en: 'projects', zh: '项目' },
  token: { en: 'token', zh: '令牌' },
  expires: { en: 'expires', zh: '到期' },
  startedWith: { en: 'the token this KubeMin was started with', zh: '这个 KubeMin 启动时所用的令牌' },
  done: { en: 'done', zh: '完成' },
  unknown: { en: 'unknown', zh: '未知' },
  moreEntries: {
    en: 'more entries exist; use --limit or --since to choose',
    zh: '还有更多；用 --limit 或 --since 选择',
  },
  userRemoved: {
    en: 'user {name} removed; their tokens are no longer valid',
    zh: '用户 {name} 已移除；其令牌不再有效',
  },
  userHas: { en: '{name} has {roles}', zh: '{name} 拥有 {roles}' },
  userHasNone: { en: '{name} has no role', zh: '{name} 没有任何角色' },
  tokenRevoked: { en: 'token {id} ({name}) revoked', zh: '令牌 {id}({name})已吊销' },
  tokenMade: {
    en: 'token {id} of {user} does not expire; it is shown only once:',
    zh: '{user} 的令牌 {id} 永久有效；仅显示这一次：',
  },
  tokenMadeUntil: {
    en: 'token {id} of {user} expires at {end}; it is shown only once:',
    zh: '{user} 的令牌 {id} 有效至 {end}；仅显示这一次：',
  },
});

/** About the keys that secrets are sealed with. */
export const secretMessages = defineMessages('cli.secret', {
  unwritable: { en: '{path} cannot be written: {why:message}', zh: '无法写入 {path}：{why}' },
  putNewLine: {
    en: 'add a new first line to it at its source, then run kubemin secrets rotate --no-new-key',
    zh: '请在它的来源处加入新的首行，然后运行 kubemin secrets rotate --no-new-key',
  },
  unreadable: {
    en: 'the secret key file {path} cannot be read: {why:message}',
    zh: '无法读取密钥文件 {path}：{why}',
  },
  nameFile: {
    en: 'name the key file of this database (--secret-key-file), or omit the setting to create a new one',
    zh: '请指定该数据库原来使用的文件（--secret-key-file），或不写此设置以新建一个',
  },
  madeKey: { en: 'created key {id} in {path}', zh: '已在 {path} 中新建密钥 {id}' },
  sealed: { en: 're-encrypted {count:number} values with key {id}', zh: '已用密钥 {id} 重新加密 {count} 个值' },
  encrypted: { en: 'objects encrypted with key {id}: {count:number}', zh: '用密钥 {id} 加密的对象：{count} 个' },
  configurationUnreadable: {
    en: 'the encryption configuration {path} cannot be read: {why:message}',
    zh: '无法读取加密配置 {path}：{why}',
  },
  nameConfiguration: {
    en: 'name a readable EncryptionConfiguration (--encryption-provider-config), or omit the option',
    zh: '请指定可读的 EncryptionConfiguration（--encryption-provider-config），或不写此选项',
  },
  retired: {
    en: 'keys {ids} are no longer in use; remove their lines once no backup needs them',
    zh: '密钥 {ids} 不再使用；确认没有备份需要它们后，可删除对应的行',
  },
});

/** Plug-ins, as the command line shows them. */
export const pluginHostMessages = defineMessages('cli.plugin', {
  notLoaded: { en: 'plug-in {source} not loaded: {reason:message}', zh: '插件 {source} 未加载：{reason}' },
  kindUnknown: {
    en: '{kind} of {apiVersion} is not a kind that the plug-in can read',
    zh: '{apiVersion} 的 {kind} 不是插件可以读取的类型',
  },
  version: { en: 'VERSION', zh: '版本' },
  contract: { en: 'CONTRACT', zh: '契约' },
  source: { en: 'SOURCE', zh: '来源' },
  adds: { en: 'ADDS', zh: '新增' },
  loaded: { en: 'loaded', zh: '已加载' },
  failed: { en: 'failed', zh: '失败' },
  nameInvalid: { en: '"{name}" is not a name for a plug-in', zh: '“{name}”不能用作插件名称' },
  chooseName: {
    en: 'use lower-case letters, digits and dashes, beginning with a letter: kubemin plugin init time-zone',
    zh: '请使用小写字母、数字与连字符，并以字母开头：kubemin plugin init time-zone',
  },
  directoryExists: { en: '{name} already exists', zh: '{name} 已存在' },
  chooseOther: { en: 'choose another name', zh: '请换一个名称' },
  nextSteps: {
    en: 'next: cd {name} && npm test && kubemin plugin ls --plugins .',
    zh: '下一步：cd {name} && npm test && kubemin plugin ls --plugins .',
  },
  none: { en: 'no plug-ins', zh: '没有插件' },
  nameThem: {
    en: 'start the platform with --plugins DIR or --plugins PACKAGE; kubemin plugin init NAME makes one',
    zh: '启动平台时使用 --plugins 目录或 --plugins 包名；kubemin plugin init NAME 可创建插件',
  },
});

import { defineMessages } from '@kubemin/base/message';

/** About the first objects of a new server. */
export const initialMessages = defineMessages('cli.initial', {
  applyOthers: {
    en: 'no object was applied; remove it from these files and apply it with kubectl apply -f FILE',
    zh: '未应用任何对象；请将其移出这些文件，并用 kubectl apply -f FILE 应用',
  },
  fixPassword: {
    en: 'no object was applied; fix the password named above, then run the command again',
    zh: '未应用任何对象；请修正所指的密码后重新运行',
  },
  passwordElsewhere: {
    en: '--password-file is for the user admin of the built-in set, which -f replaces',
    zh: '--password-file 用于内置对象中的用户 admin，而 -f 取代了内置对象',
  },
  writePassword: {
    en: 'write spec.password or spec.passwordHash into the User in your file',
    zh: '请在文件中的 User 里写 spec.password 或 spec.passwordHash',
  },
});

/** About the hub of controllers and the definitions of its resources. */
export const hubMessages = defineMessages('cli.hub', {
  sameFlag: { en: 'same as --{flag}', zh: '与 --{flag} 相同' },
  isUp: { en: 'hub is up', zh: 'hub 已启动' },
  badConfig: { en: 'invalid hub configuration:\n{list}', zh: 'hub 的配置有问题：\n{list}' },
  explains: {
    en: 'the hub was not started; see kubemin hub --help for each flag and kubemin hub --print-config for the settings in effect',
    zh: 'hub 未启动；kubemin hub --help 解释每个选项，kubemin hub --print-config 显示生效的设置',
  },
  about: { en: 'about the configuration:', zh: '关于配置：' },
  configUnreadable: {
    en: 'the configuration file {file} cannot be read: {why:message}',
    zh: '无法读取配置文件 {file}：{why}',
  },
  nameConfig: { en: 'name an existing YAML file: -c FILE', zh: '请指定存在的 YAML 文件：-c FILE' },
  installDefinitions: {
    en: 'install them with kubemin crd install, or start the hub with --install-crds',
    zh: '请用 kubemin crd install 安装，或以 --install-crds 启动 hub',
  },
  unknownResource: { en: 'resource "{name}" not found; available: {known}', zh: '没有资源 "{name}"；可用：{known}' },
  created: { en: 'created', zh: '已创建' },
  changed: { en: 'changed', zh: '已更改' },
  unchanged: { en: 'unchanged', zh: '未变' },
  listResources: {
    en: 'kubemin crd print without a name prints all',
    zh: '不带名称的 kubemin crd print 会显示全部',
  },
  chooseAddress: {
    en: 'choose another with --metrics-bind-address, --health-probe-bind-address or --apiext-bind-address; :0 picks a free port, 0 disables it',
    zh: '请用 --metrics-bind-address、--health-probe-bind-address 或 --apiext-bind-address 另选；:0 表示任选空闲端口，0 表示不开放',
  },
  chooseKubeconfig: {
    en: 'read {paths}; fix it, or name another with --kubeconfig FILE',
    zh: '已读取 {paths}；请改正，或用 --kubeconfig FILE 指定另一个',
  },
  clusterRefuses: { en: 'the cluster at {server} denied access: {why:message}', zh: '{server} 的集群拒绝访问：{why}' },
  grantAccess: {
    en: 'use a kubeconfig with the needed permissions, or grant them; deploy/controllers/hub/hub.yaml lists what the hub needs',
    zh: '请使用有此权限的用户的 kubeconfig，或授予权限；hub 所需权限见 deploy/controllers/hub/hub.yaml',
  },
  clusterSilent: {
    en: 'the cluster at {server} cannot be reached: {why:message}',
    zh: '无法连接 {server} 的集群：{why}',
  },
  checkServer: {
    en: 'check the server in the kubeconfig; kubectl get --raw /version must work with the same kubeconfig',
    zh: '请检查 kubeconfig 中的 server，并确认 kubectl get --raw /version 对同一 kubeconfig 有应答',
  },
});

import { defineMessages } from '@kubemin/base/message';

/** How a cluster is found and reached: kubeconfigs, credential plugins, service accounts. */
export const accessMessages = defineMessages('kube.access', {
  noCluster: {
    en: 'no cluster configured; pass a kubeconfig, set KUBECONFIG, or create {path}',
    zh: '没有配置集群；请指定 kubeconfig、设置 KUBECONFIG，或创建 {path}',
  },
  kubeconfig: {
    en: 'kubeconfig: {problem:message}',
    zh: 'kubeconfig 有误：{problem}',
  },
  atPlace: {
    en: '{place} {problem:message}',
    zh: '{place} {problem}',
  },
  theFile: {
    en: 'the file',
    zh: '该文件',
  },
  inFile: {
    en: '{file:message} {problem:message}',
    zh: '{file}{problem}',
  },
  none: {
    en: 'none',
    zh: '无',
  },
  noContext: {
    en: 'no context is selected; set current-context, or select one of: {names:message}',
    zh: '没有选择上下文；请设置 current-context，或从中选择：{names}',
  },
  pluginVersion: {
    en: "is '{version}', which is not supported; use a plugin that supports {supported}",
    zh: '是“{version}”，不受支持；请使用支持 {supported} 的插件',
  },
  interactiveMode: {
    en: "must be 'Never', 'IfAvailable' or 'Always'",
    zh: '必须是“Never”、“IfAvailable”或“Always”',
  },
  needsTerminal: {
    en: "is 'Always', but there is no terminal; use a plugin that needs no terminal, or a token",
    zh: '是“Always”，但这里没有终端；请使用不需要终端的插件，或使用令牌',
  },
  wrongKind: {
    en: "kind is '{kind}', not ExecCredential",
    zh: 'kind 是“{kind}”，而不是 ExecCredential',
  },
  wrongVersion: {
    en: "apiVersion is '{found}', but the kubeconfig has {expected}",
    zh: 'apiVersion 是“{found}”，而 kubeconfig 中是 {expected}',
  },
  halfCertificate: {
    en: 'only one of clientCertificateData and clientKeyData is set; set both',
    zh: 'clientCertificateData 与 clientKeyData 只有其一；请同时给出',
  },
  noCredentials: {
    en: 'status has neither token nor certificate',
    zh: 'status 中既没有令牌也没有证书',
  },
  notJson: {
    en: 'it is not JSON',
    zh: '它不是 JSON',
  },
  notObject: {
    en: 'it is not a JSON object',
    zh: '它不是 JSON 对象',
  },
  invalidExpiry: {
    en: "expirationTimestamp '{time}' is not a time",
    zh: 'expirationTimestamp“{time}”不是时间',
  },
  invalidOutput: {
    en: "cannot use the output of the credential plugin '{command}': {problem:message}; run it manually, or update it",
    zh: '无法使用凭据插件“{command}”的输出：{problem}；请手动运行它，或更新它',
  },
  pluginTimeout: {
    en: 'no output within {seconds:number} s',
    zh: '在 {seconds} 秒内没有输出',
  },
  installPlugin: {
    en: "install '{command}', or correct the command in the kubeconfig",
    zh: '请安装“{command}”，或改正 kubeconfig 中的命令',
  },
  pluginMissing: {
    en: "credential plugin '{command}' not found; {advice:message}",
    zh: '找不到凭据插件“{command}”；{advice}',
  },
  pluginFailed: {
    en: "credential plugin '{command}' {how:message}; stderr: {output:message}",
    zh: '凭据插件“{command}”{how}；stderr：{output}',
  },
  exitCode: {
    en: 'ended with exit code {code:number}',
    zh: '以退出码 {code} 结束',
  },
  failed: {
    en: 'failed: {reason:message}',
    zh: '失败：{reason}',
  },
  empty: {
    en: '(empty)',
    zh: '（空）',
  },
  aborted: {
    en: 'aborted',
    zh: '已中止',
  },
  endedBySignal: {
    en: 'ended by {signal}',
    zh: '被 {signal} 结束',
  },
  noServiceVariables: {
    en: 'KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set',
    zh: 'KUBERNETES_SERVICE_HOST 与 KUBERNETES_SERVICE_PORT 没有同时设置',
  },
  unreadable: {
    en: 'cannot read {path} ({reason:message})',
    zh: '无法读取 {path}（{reason}）',
  },
  notInCluster: {
    en: 'not running in a pod with a service account: {problem:message}; pass a kubeconfig, or mount the token of the service account',
    zh: '没有运行在带有 ServiceAccount 的 Pod 中：{problem}；请指定 kubeconfig，或挂载 ServiceAccount 的令牌',
  },
  noEntry: {
    en: "no {kind} '{name}'; {list} has: {names:message}",
    zh: '没有 {kind}“{name}”；{list} 中有：{names}',
  },
  noFile: {
    en: 'no file given; pass the path of a kubeconfig',
    zh: '没有指定文件；请给出 kubeconfig 的路径',
  },
  fileMissing: {
    en: '{paths:list} not found; pass the path of an existing kubeconfig',
    zh: '找不到 {paths}；请给出存在的 kubeconfig 的路径',
  },
  notYaml: {
    en: '{file} is not YAML: {reason:message}',
    zh: '{file} 不是 YAML：{reason}',
  },
  textNotYaml: {
    en: 'not YAML: {reason:message}',
    zh: '不是 YAML：{reason}',
  },
  fileUnreadable: {
    en: 'cannot read {path} ({reason:message}); check its name and permissions',
    zh: '无法读取 {path}（{reason}）；请检查文件名与权限',
  },
  notMapping: {
    en: 'must be a mapping',
    zh: '必须是映射',
  },
  missing: {
    en: 'is missing',
    zh: '缺失',
  },
  notBoolean: {
    en: 'must be true or false',
    zh: '必须是 true 或 false',
  },
  notList: {
    en: 'must be a list',
    zh: '必须是列表',
  },
  notString: {
    en: 'must be a string; put it in quotes',
    zh: '必须是字符串；请加上引号',
  },
  proxy: {
    en: 'has a proxy, which is not supported; use an address that is reachable directly',
    zh: '使用了代理，不受支持；请使用可直接访问的地址',
  },
  invalidServer: {
    en: "is '{server}', which is not an address; use https://host:6443 or http://host:port",
    zh: '是“{server}”，不是地址；请写成 https://host:6443 或 http://host:port',
  },
  insecureWithAuthority: {
    en: 'conflicts with certificate-authority; remove one of them',
    zh: '与 certificate-authority 冲突；请删除其中之一',
  },
  namedFileUnreadable: {
    en: 'is {path}, which cannot be read ({reason:message}); check its name and permissions',
    zh: '是 {path}，无法读取（{reason}）；请检查文件名与权限',
  },
  notPem: {
    en: 'must be PEM text encoded as base64',
    zh: '必须是以 base64 编码的 PEM 文本',
  },
  runsCommand: {
    en: 'would run a command on this machine, which is not allowed for a kubeconfig from another machine; use a token or a client certificate, for example of a service account',
    zh: '会在本机运行命令，来自其他机器的 kubeconfig 不允许这样做；请使用令牌或客户端证书，例如 ServiceAccount 的',
  },
  tokenFile: {
    en: 'is a file of another machine; set token instead',
    zh: '是另一台机器上的文件；请改用 token',
  },
  passwordInServer: {
    en: 'has a user name or password in it; set username and password of the user instead',
    zh: '其中含有用户名或密码；请改为设置用户的 username 和 password',
  },
  localFile: {
    en: 'is a file of another machine; set {field}-data instead, as `kubectl config view --flatten --minify --raw` prints it',
    zh: '是另一台机器上的文件；请改用 {field}-data，`kubectl config view --flatten --minify --raw` 会输出它',
  },
  fileNotRead: {
    en: '{path} is not read for a kubeconfig from another machine',
    zh: '对来自其他机器的 kubeconfig 不读取 {path}',
  },
  authProvider: {
    en: 'uses an auth-provider, which Kubernetes has removed; use exec, a token or a client certificate',
    zh: '使用了 Kubernetes 已移除的 auth-provider；请使用 exec、令牌或客户端证书',
  },
  tokenAndPassword: {
    en: 'has a token and a password; remove one of them',
    zh: '同时有令牌和密码；请删除其中之一',
  },
  halfPair: {
    en: 'is missing; a client certificate needs its key',
    zh: '缺失；客户端证书与其私钥须同时给出',
  },
  pluginNotAllowed: {
    en: 'uses a credential plugin, which is not allowed here; use a token, a tokenFile or a client certificate, for example of a service account',
    zh: '使用了凭据插件，此处不允许；请使用 token、tokenFile 或客户端证书，例如 ServiceAccount 的',
  },
  impersonationWithoutUser: {
    en: 'needs a user to impersonate; set as',
    zh: '需要指定要模拟的用户；请设置 as',
  },
});

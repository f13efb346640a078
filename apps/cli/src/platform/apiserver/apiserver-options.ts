import { type CommandInput, option, type Parameter } from '../../command/index.ts';

/** All values are read as text, so that all problems are reported together. A switch takes an optional value: `--flag=false`. */
const text = (form: string, en: string, zh: string): Parameter<string | undefined> => option(form, { en, zh });

/** The options of `kubemin apiserver`. */
export const apiserverOptions = {
  backend: text(
    '--backend <name>',
    'where objects are stored: file or memory (default: file)',
    '对象保存在何处：file 或 memory（默认：file）',
  ),
  fileRootpath: text(
    '--file-rootpath <dir>',
    'directory of the file backend (default: in the data directory)',
    'file 后端的目录（默认：在数据目录中）',
  ),
  acceptDataLoss: text(
    '--accept-data-loss [bool]',
    'start with the readable part of damaged files, although acknowledged data is lost',
    '即使已确认的数据丢失，也以损坏文件中可读的部分启动',
  ),
  etcdServers: text('--etcd-servers <urls>', 'addresses for --backend etcd', '--backend etcd 的地址'),
  encryptionProviderConfig: text(
    '--encryption-provider-config <file>',
    'EncryptionConfiguration for objects on the disk (default: Secrets are encrypted with keys of the data directory)',
    '磁盘上对象的 EncryptionConfiguration（默认：Secret 用数据目录中的密钥加密）',
  ),
  admissionControlConfigFile: text(
    '--admission-control-config-file <file>',
    'AdmissionConfiguration for admission plug-ins (PodSecurity)',
    '准入插件（PodSecurity）的 AdmissionConfiguration',
  ),
  tokenAuthFile: text(
    '--token-auth-file <file>',
    'CSV of known tokens: token,user,uid[,"group1,group2"]',
    '已知令牌的 CSV:token,user,uid[,"group1,group2"]',
  ),
  authnAllowLocalhost: text(
    '--authn-allow-localhost [bool]',
    'treat requests from this machine without a token as administrator',
    '本机不带令牌的请求视为管理员',
  ),
  kubectlDisabled: text(
    '--kubectl-disabled [bool]',
    'refuse kubectl (by its User-Agent: a convenience, not a protection)',
    '拒绝 kubectl（按 User-Agent 判断：只为方便，不是防护）',
  ),
  kubectlEphemeralToken: text(
    '--kubectl-ephemeral-token [bool]',
    'kubectl must use a short-lived token, static ones are refused',
    'kubectl 必须使用短期令牌，静态令牌被拒绝',
  ),
  kubectlEphemeralDuration: text(
    '--kubectl-ephemeral-duration <duration>',
    'maximum remaining lifetime of such a token (default: 1h)',
    '这种令牌的最长剩余有效期（默认：1h）',
  ),
  unrestrictedUpdate: text(
    '--unrestricted-update [bool]',
    'allow updates of an object to change its status; for debugging',
    '更新对象时也允许改变其状态；用于调试',
  ),
  requestTimeout: text(
    '--request-timeout <duration>',
    'timeout of requests, except watches (default: 1m)',
    '请求的超时时间，watch 除外（默认：1m）',
  ),
  apiextUrl: text(
    '--apiext-url <url>',
    'forward requests for the extension API to this address, for example http://127.0.0.1:6084',
    '将扩展 API 的请求转发到此地址，例如 http://127.0.0.1:6084',
  ),
  apiextPrefix: text(
    '--apiext-prefix <segment>',
    'first segment of the paths to forward (default: apiext)',
    '要转发的路径的第一段（默认：apiext）',
  ),
  allowLocalKubelets: text(
    '--allow-local-kubelets [bool]',
    'connect to kubelets on this machine, loopback included; for development clusters',
    '允许连接本机（含回环地址）上的 kubelet；仅用于开发集群',
  ),
  kubeletCertificateAuthority: text(
    '--kubelet-certificate-authority <file>',
    "PEM of the authority that must have signed the certificates of kubelets (default: certificates of the cluster's own authority are verified)",
    '必须签发 kubelet 证书的 CA（PEM）（默认：仅验证由集群 CA 签发的证书）',
  ),
  bindAddress: text(
    '--bind-address <address>',
    'address of the https port (default: 127.0.0.1)',
    'https 端口的地址（默认：127.0.0.1）',
  ),
  securePort: text(
    '--secure-port <port>',
    'https port; 0 picks a free one (default: 6443)',
    'https 端口；0 表示任选空闲端口（默认：6443）',
  ),
  insecurePort: text(
    '--insecure-port <port>',
    'plain http port on 127.0.0.1; 0 turns it off (default: 6080)',
    '127.0.0.1 上的 http 端口；0 表示关闭（默认：6080）',
  ),
  unauthenticatedTimeout: text(
    '--unauthenticated-timeout <duration>',
    'close connections without an authenticated request after this time (default: 30s)',
    '关闭没有请求通过认证的连接前等待的时间（默认：30s）',
  ),
  unauthenticatedConnections: text(
    '--unauthenticated-connections <count>',
    'how many of them may be open (default: 1024, at most an eighth of the limit of open files)',
    '这种连接的总数上限（默认：1024，至多为打开文件数上限的八分之一）',
  ),
  unauthenticatedConnectionsPerAddress: text(
    '--unauthenticated-connections-per-address <count>',
    'how many of them may come from one address (default: half of all)',
    '其中来自同一地址的上限（默认：总数的一半）',
  ),
  authenticatedConnections: text(
    '--authenticated-connections <count>',
    'how many authenticated connections may be open (default: half of the limit of open files)',
    '已认证连接的总数上限（默认：打开文件数上限的一半）',
  ),
  v: text('-v <level>', 'how much to log; 4 and more shows everything', '日志详细程度；4 及以上显示全部'),
} as const;

/** The command line of `kubemin apiserver` as it was typed: everything is text, a flag without a value is `true`. */
export type ApiserverFlags = Partial<CommandInput<Readonly<Record<never, never>>, typeof apiserverOptions>>;

import { POLICY_NAMES } from '@kubemin/controllers/scheduler-policies';
import { settingValueMessages } from '../../messages/index.ts';
import { EGRESS_MODES, NODE_RUNTIME_NAMES, OCI_RUNTIMES } from '../node-runtime-name.ts';
import { defineSetting } from '../setting.ts';
import {
  choice,
  duration,
  listenAddress,
  onOff,
  portNumber,
  secret,
  text,
  textList,
  wholeNumber,
} from '../setting-types/setting-types.ts';

/** Where the platform listens and who it is. */
export const serverSettings = {
  bindAddr: defineSetting({
    flag: 'bind-addr',
    yaml: ['server.bindAddr'],
    type: listenAddress(),
    default: { host: '127.0.0.1', port: 8080 },
    doc: {
      en: 'Listen address of the platform API; `:8080` means every address of the machine.',
      zh: '平台 API 的监听地址；`:8080` 表示本机所有地址。',
    },
  }),
  port: defineSetting<number | undefined>({
    flag: 'port',
    yaml: ['server.port'],
    type: portNumber(),
    default: undefined,
    doc: {
      en: 'Port of the platform API (default 8080), instead of the one in `--bind-addr`; 0 picks a free one.',
      zh: '平台 API 的端口（未给出时为 8080），取代 `--bind-addr` 中的端口；0 表示任选空闲端口。',
    },
  }),
  kubePort: defineSetting({
    flag: 'kube-port',
    yaml: ['server.kubePort'],
    type: portNumber(),
    default: 6443,
    only: 'up',
    doc: {
      en: 'Port of the Kubernetes API of the embedded cluster; 0 picks a free one.',
      zh: '内嵌集群 Kubernetes API 的端口；0 表示任选空闲端口。',
    },
  }),
  nodes: defineSetting({
    flag: 'nodes',
    yaml: ['server.nodes'],
    type: wholeNumber({ min: 1, max: 5_000 }),
    default: 3,
    only: 'up',
    doc: {
      en: 'Number of simulated nodes of the embedded cluster. With `--runtime sandbox` this machine is also a node, and simulated nodes exist only if this is set; they then have a taint.',
      zh: '内嵌集群的模拟节点数。使用 `--runtime sandbox` 时本机另为一个节点，仅在给出此项时才有模拟节点，且它们带有污点。',
    },
  }),
  runtime: defineSetting({
    flag: 'runtime',
    yaml: ['server.runtime'],
    type: choice(['auto', ...NODE_RUNTIME_NAMES]),
    default: 'auto',
    only: 'up',
    doc: {
      en: 'Runtime of the nodes of the embedded cluster. `sandbox` runs containers on this machine without a daemon and without root. `containerd` runs them with a containerd that KubeMin starts for itself; it needs root and the packages containerd, runc and containernetworking-plugins. `simulated` nodes behave as if they ran containers, and run none. `auto` keeps the runtime of an existing data directory; in a new one it uses `sandbox` if a trial container works.',
      zh: '内嵌集群的节点用什么运行 Pod。`sandbox` 在本机运行容器，无需守护进程与 root。`containerd` 使用 KubeMin 为自己启动的 containerd，需要 root 以及软件包 containerd、runc 与 containernetworking-plugins。`simulated` 节点表现得如同运行容器，但并不真正运行。`auto` 沿用数据目录已有的方式；新目录中若试运行容器成功则用 `sandbox`。',
    },
  }),
  ociRuntime: defineSetting({
    flag: 'oci-runtime',
    yaml: ['server.oci-runtime'],
    type: choice(OCI_RUNTIMES),
    default: 'runc',
    only: 'up',
    doc: {
      en: 'Program that makes the containers of `--runtime containerd`.',
      zh: '`--runtime containerd` 用哪个程序创建容器。',
    },
  }),
  egress: defineSetting({
    flag: 'egress',
    yaml: ['server.egress'],
    type: choice(['auto', ...EGRESS_MODES]),
    default: 'auto',
    only: 'up',
    doc: {
      en: 'How pods reach hosts outside the cluster, with `--runtime sandbox`. `proxy` sets HTTPS_PROXY in containers to a proxy that KubeMin runs; it does not reach this machine or its loopback addresses. `pasta` (or slirp4netns) connects all programs in pods to the network, except to this machine. `off` allows no connections. `auto` is `pasta` if it and nft are installed and a trial works, else `proxy`.',
      zh: '使用 `--runtime sandbox` 时 Pod 如何访问集群之外。`proxy` 在容器中设置 HTTPS_PROXY，指向 KubeMin 运行的代理；无法经由它访问本机及回环地址。`pasta`（或 slirp4netns）让 Pod 中的所有程序都能访问外部，但无法访问本机。`off` 不可访问外部。`auto` 在已安装 pasta 与 nft 且试运行成功时为 `pasta`，否则为 `proxy`。',
    },
  }),
  ingressPort: defineSetting({
    flag: 'ingress-port',
    yaml: ['server.ingressPort'],
    type: portNumber(),
    default: 8088,
    only: 'up',
    doc: {
      en: 'Port on 127.0.0.1 for applications with an ingress, at `http://HOST.localhost:PORT`; with `--runtime sandbox`. 0 picks a free one.',
      zh: '通过 ingress 访问应用时 127.0.0.1 上的端口，如 `http://HOST.localhost:PORT`；用于 `--runtime sandbox`。0 表示任选空闲端口。',
    },
  }),
  registryPort: defineSetting({
    flag: 'registry-port',
    yaml: ['server.registryPort'],
    type: portNumber(),
    default: 5000,
    only: 'up',
    doc: {
      en: 'Port on 127.0.0.1 of the image registry, for `kubemin image push` and other clients; with `--runtime sandbox`. 0 picks a free one.',
      zh: '镜像仓库在 127.0.0.1 上的端口，供 `kubemin image push` 等客户端使用；用于 `--runtime sandbox`。0 表示任选空闲端口。',
    },
  }),
  registryMirror: defineSetting<readonly string[]>({
    flag: 'registry-mirror',
    yaml: ['server.registryMirror'],
    type: textList({
      expected: settingValueMessages.registryMirror,
      example: 'docker.io=https://mirror.example',
      pattern: /^(?:(?:\*|[a-zA-Z0-9.-]+(?::\d+)?)=)?https?:\/\/[^\s@?#]+$/,
    }),
    default: [],
    only: 'up',
    doc: {
      en: 'Mirrors that images of pods are pulled from before their registry is asked, as `REGISTRY=URL`; `*` stands for every registry, and an address alone for `docker.io=URL`. A path of the address is put before the names of repositories.',
      zh: '拉取 Pod 镜像时先于其镜像仓库尝试的镜像站，写作 `REGISTRY=URL`；`*` 表示所有镜像仓库，仅给出地址等同于 `docker.io=URL`。地址中的路径加在仓库名之前。',
    },
  }),
  registryPullThrough: defineSetting<readonly string[]>({
    flag: 'registry-pull-through',
    yaml: ['server.registryPullThrough'],
    type: textList({
      expected: settingValueMessages.host,
      example: 'docker.io',
      pattern: /^[a-zA-Z0-9.-]+(?::\d+)?$/,
    }),
    default: [],
    only: 'up',
    doc: {
      en: 'Registries whose images the image registry fetches and keeps, as `127.0.0.1:5000/docker.io/library/nginx`; it can then be the mirror of other machines and programs. Credentials are not used.',
      zh: '镜像仓库代为获取并保留其镜像的其他镜像仓库，如 `127.0.0.1:5000/docker.io/library/nginx`；由此可作为其他机器与程序的镜像站。不使用凭据。',
    },
  }),
  ingressTlsPort: defineSetting({
    flag: 'ingress-tls-port',
    yaml: ['server.ingressTlsPort'],
    type: portNumber(),
    default: 8448,
    only: 'up',
    doc: {
      en: 'The same with TLS, `https://HOST.localhost:PORT`; 0 picks a free one.',
      zh: '同上，使用 TLS：`https://HOST.localhost:PORT`；0 表示任选空闲端口。',
    },
  }),
  kubeletConfig: defineSetting<string | undefined>({
    flag: 'kubelet-config',
    yaml: ['server.kubeletConfig'],
    type: text({ expected: settingValueMessages.path, example: 'kubelet.yaml' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'File with a `KubeletConfiguration` for the node of this machine, with `--runtime sandbox`: eviction thresholds, graceful shutdown, removal of unused images, static pods, reserved resources.',
      zh: '本机节点的 `KubeletConfiguration` 文件，用于 `--runtime sandbox`：驱逐阈值、优雅关闭、清理未用镜像、静态 Pod、预留资源。',
    },
  }),
  simulationRules: defineSetting<string | undefined>({
    flag: 'simulation-rules',
    yaml: ['server.simulationRules'],
    type: text({ expected: settingValueMessages.path, example: 'rules.yaml' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'File with rules for simulated nodes: delays, failures, usage, logs, and more nodes. The ConfigMap `kube-system/simulation-rules` can change the rules while they run.',
      zh: '说明模拟节点上发生什么的文件：延迟、失败、用量、日志以及更多节点。运行期间也可用 ConfigMap `kube-system/simulation-rules` 说明。',
    },
  }),
  schedulerPolicy: defineSetting({
    flag: 'scheduler-policy',
    yaml: ['scheduler.policy'],
    type: choice(POLICY_NAMES),
    default: 'default',
    only: 'up',
    doc: {
      en: 'How the scheduler of the embedded cluster chooses among the feasible nodes of a pod. A pod can name another policy as its `schedulerName`.',
      zh: '内嵌集群的调度器如何在 Pod 可去的节点中选择。Pod 可以用 `schedulerName` 指定其他策略。',
    },
  }),
  nodeMonitorGracePeriod: defineSetting({
    flag: 'node-monitor-grace-period',
    yaml: ['server.nodeMonitorGracePeriod'],
    // Nodes renew their leases four times in it, and each look at them costs.
    type: duration(5_000),
    default: 40_000,
    only: 'up',
    doc: {
      en: 'How long a node of the embedded cluster may go without a heartbeat before it is not ready; simulated nodes send heartbeats four times as often.',
      zh: '内嵌集群的节点静默多久后视为未就绪；模拟节点的心跳频率为其四倍。',
    },
  }),
  podEvictionTimeout: defineSetting({
    flag: 'pod-eviction-timeout',
    yaml: ['server.podEvictionTimeout'],
    type: duration(1_000),
    default: 300_000,
    only: 'up',
    doc: {
      en: 'How long pods of the embedded cluster stay on a node that is not ready, unless they tolerate it for another time; whole seconds, for pods created from now on.',
      zh: '内嵌集群的 Pod 在未就绪的节点上停留多久，除非其容忍度另有说明；以整秒计，只用于此后创建的 Pod。',
    },
  }),
  allowLocalKubelets: defineSetting({
    flag: 'allow-local-kubelets',
    yaml: ['server.allowLocalKubelets'],
    type: onOff(),
    default: false,
    only: 'up',
    doc: {
      en: 'Whether the embedded cluster connects to kubelets on this machine, loopback included; for development clusters. Simulated nodes do not need it. The ports of KubeMin itself stay closed to nodes.',
      zh: '内嵌集群是否连接本机（含回环地址）上的 kubelet；仅用于开发集群。模拟节点不需要它。KubeMin 自身的端口始终不对节点开放。',
    },
  }),
  kubeletCertificateAuthority: defineSetting<string | undefined>({
    flag: 'kubelet-certificate-authority',
    yaml: ['server.kubeletCertificateAuthority'],
    type: text({ expected: settingValueMessages.path, example: '/etc/kubemin/kubelet-ca.crt' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'File with the authority (PEM) that must have signed the certificates of kubelets. When not given, certificates that the embedded cluster has signed are verified, and those that kubelets sign themselves are not.',
      zh: '必须签发 kubelet 证书的 CA 文件（PEM）。未给出时，验证由内嵌集群签发的证书，kubelet 自签的证书不验证。',
    },
  }),
  id: defineSetting<string | undefined>({
    flag: 'id',
    yaml: ['server.id'],
    type: text({ expected: settingValueMessages.simpleName, example: 'kubemin-0', pattern: /^[\w.-]{1,63}$/ }),
    default: undefined,
    doc: {
      en: 'Name of this instance; each start adds a unique suffix, which distinguishes its claims from those of an earlier start. Random by default.',
      zh: '本实例的名称；每次启动会附加自己的部分，以便与先前的区分。未给出时随机。',
    },
  }),
  adminToken: defineSetting<string | undefined>({
    flag: 'admin-token',
    yaml: ['server.adminToken'],
    type: secret(),
    default: undefined,
    doc: {
      en: 'Token of the administrator; instances behind one address need the same. By default one is created in the data directory at the first start.',
      zh: '管理员令牌；同一地址后的各实例须相同。未给出时首次启动会在数据目录中生成。',
    },
  }),
  secretKeyFile: defineSetting<string | undefined>({
    flag: 'secret-key-file',
    yaml: ['server.secretKeyFile'],
    type: text({ expected: settingValueMessages.path, example: '/etc/kubemin/secret-keys' }),
    default: undefined,
    doc: {
      en: 'File with the keys that encrypt secrets in the database; instances that share a database need the same. By default one is created in the data directory at the first start.',
      zh: '用于封存数据库中机密的密钥文件；共用数据库的各实例须相同。未给出时首次启动会在数据目录中生成。',
    },
  }),
  encryptionProviderConfig: defineSetting<string | undefined>({
    flag: 'encryption-provider-config',
    yaml: ['server.encryptionProviderConfig'],
    type: text({ expected: settingValueMessages.path, example: 'encryption.yaml' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'File with an `EncryptionConfiguration` (`aesgcm`, `aescbc`, `identity`) for the stored objects of the embedded cluster. By default Secrets are encrypted with the keys of `--secret-key-file`.',
      zh: '含 `EncryptionConfiguration`（`aesgcm`、`aescbc`、`identity`）的文件，用于内嵌集群在磁盘上的对象。未给出时 Secret 用 `--secret-key-file` 的密钥加密。',
    },
  }),
  admissionControlConfigFile: defineSetting<string | undefined>({
    flag: 'admission-control-config-file',
    yaml: ['server.admissionControlConfigFile'],
    type: text({ expected: settingValueMessages.path, example: 'admission.yaml' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'File with an `AdmissionConfiguration` for the API server of the embedded cluster: defaults and exemptions of `PodSecurity`. By default every pod is allowed where labels of its namespace demand nothing else.',
      zh: '含 `AdmissionConfiguration` 的文件，用于内嵌集群的 API 服务器：`PodSecurity` 的默认级别与豁免。未给出时，命名空间标签未作要求之处允许所有 Pod。',
    },
  }),
  acceptDataLoss: defineSetting({
    flag: 'accept-data-loss',
    yaml: ['server.acceptDataLoss'],
    type: onOff(),
    default: false,
    doc: {
      en: 'Start with the readable data although files are damaged or missing and acknowledged data is lost; losses are logged. For one start: remove it afterwards.',
      zh: '即使文件损坏或缺失、已确认的数据丢失，也以可读的部分启动；丢失的内容记入日志。只用于一次启动：之后请去掉。',
    },
  }),
  logLevel: defineSetting({
    flag: 'log-level',
    yaml: ['server.logLevel'],
    type: choice(['debug', 'info', 'warn', 'error']),
    default: 'info',
    doc: { en: 'Minimum level of log entries.', zh: '值得写入日志的最低级别。' },
  }),
  logTo: defineSetting({
    flag: 'log-to',
    yaml: ['server.logTo'],
    type: choice(['file', 'stderr']),
    default: 'file',
    doc: {
      en: 'Log destination: `kubemin.log` in the data directory, or standard error, as in pods.',
      zh: '日志写到哪里：数据目录中的 `kubemin.log`，或标准错误（适合 Pod）。',
    },
  }),
  logFormat: defineSetting({
    flag: 'log-format',
    yaml: ['server.logFormat'],
    type: choice(['auto', 'json', 'text']),
    default: 'auto',
    doc: {
      en: 'Log format: a JSON object per line, or text; `auto` writes text if standard error is a terminal.',
      zh: '日志的写法：每行一个 JSON 对象，或供人阅读的文本；`auto` 在标准错误是终端时写文本。',
    },
  }),
  otlpEndpoint: defineSetting<string | undefined>({
    flag: 'otlp-endpoint',
    yaml: ['server.otlpEndpoint'],
    otherVariables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    type: text({
      expected: settingValueMessages.httpAddress,
      example: 'http://collector:4318',
      pattern: /^https?:\/\/[^\s/]+/,
    }),
    default: undefined,
    doc: {
      en: 'OpenTelemetry collector (OTLP over HTTP, without `/v1/traces`) that receives a span for each request, run and job; also read from `OTEL_EXPORTER_OTLP_ENDPOINT`. By default nothing is traced.',
      zh: 'OpenTelemetry 收集器（OTLP over HTTP，不含 `/v1/traces`），每个请求、运行与任务都会发送一个 span；也读取 `OTEL_EXPORTER_OTLP_ENDPOINT`。未给出时不追踪。',
    },
  }),
  metricsAccess: defineSetting({
    flag: 'metrics-access',
    yaml: ['server.metricsAccess'],
    type: choice(['public', 'token', 'off']),
    default: 'public',
    doc: {
      en: 'Access to `/metrics`: without a token, with a token that has read access (then only at `/api/v1/metrics`), or disabled.',
      zh: '谁可以读取 `/metrics`：任何能访问端口的人、持有可读令牌的人（此时仅在 `/api/v1/metrics`），或无人。',
    },
  }),
  outboundAllowHosts: defineSetting<readonly string[]>({
    flag: 'outbound-allow-hosts',
    yaml: ['server.outboundAllowHosts'],
    type: textList({ expected: settingValueMessages.host, example: 'hooks.internal', pattern: /^[\w.:-]+$/ }),
    default: [],
    doc: {
      en: 'Hosts with private addresses that steps of workflows (`http`, `notify`, configuration from a URL), callbacks of runs and `--events-webhook-url` may connect to.',
      zh: '工作流步骤（`http`、`notify`、来自 URL 的配置）、运行的回调与 `--events-webhook-url` 可以访问的主机，即使其地址是私有的。',
    },
  }),
} as const;

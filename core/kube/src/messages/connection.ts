import { defineMessages } from '@kubemin/base/message';

/** Requests to an API server that got no response, or not the expected one. */
export const connectionMessages = defineMessages('kube.connection', {
  transportClosed: {
    en: '{request}: the connection to the cluster was closed, as the cluster was removed or replaced, or the program ends',
    zh: '{request}：与集群的连接已关闭：集群已移除或更换，或程序正在结束',
  },
  failed: {
    en: '{request} failed: {what:message} ({code}). What to do: {fix:message}.',
    zh: '{request} 失败：{what}（{code}）。处理方法：{fix}。',
  },
  refused: { en: 'nothing listens there', zh: '该地址没有服务' },
  startCluster: {
    en: 'start the cluster, or correct the server address in the kubeconfig',
    zh: '启动集群，或改正 kubeconfig 中的服务器地址',
  },
  hostUnknown: { en: 'the host name is unknown', zh: '主机名未知' },
  correctAddress: {
    en: 'correct the server address in the kubeconfig, or check DNS',
    zh: '改正 kubeconfig 中的服务器地址，或检查 DNS',
  },
  lookupFailed: { en: 'the host name could not be looked up', zh: '无法解析主机名' },
  checkDns: { en: 'check DNS and the network, then try again', zh: '检查 DNS 与网络后重试' },
  timedOut: { en: 'no response before the timeout', zh: '超时之前没有响应' },
  hostUnreachable: { en: 'the host cannot be reached', zh: '主机不可达' },
  checkFirewall: { en: 'check the network and any firewall on the way', zh: '检查网络与途中的防火墙' },
  networkUnreachable: { en: 'the network cannot be reached', zh: '网络不可达' },
  checkNetwork: { en: 'check the network connection', zh: '检查网络连接' },
  closed: { en: 'it closed the connection', zh: '对方关闭了连接' },
  checkServerLog: {
    en: 'try again; if it stays, look at the log of the API server',
    zh: '重试；如仍然如此，请查看 API 服务器的日志',
  },
  unknownAuthority: {
    en: 'its certificate is signed by an authority we were not given',
    zh: '其证书由未知的机构签发',
  },
  setAuthority: {
    en: "put the cluster's CA into certificate-authority-data",
    zh: '将集群的 CA 写入 certificate-authority-data',
  },
  selfSigned: { en: 'its certificate is self-signed and not trusted', zh: '其证书是自签名的，不受信任' },
  setCertificate: {
    en: 'put that certificate into certificate-authority-data',
    zh: '将该证书写入 certificate-authority-data',
  },
  expired: { en: 'its certificate has expired', zh: '其证书已过期' },
  renew: { en: 'renew the certificate, or correct the clock', zh: '更新证书，或校正时钟' },
  otherHost: { en: 'its certificate is for another host name', zh: '其证书属于另一个主机名' },
  useCertificateName: {
    en: 'use a name the certificate carries, or set tls-server-name',
    zh: '使用证书中的名称，或设置 tls-server-name',
  },
  connectionFailed: { en: 'the connection failed', zh: '连接失败' },
  checkAddress: { en: 'check the server address and the network', zh: '检查服务器地址与网络' },
  brokenJson: {
    en: '{where} returned invalid JSON. What to do: try again; if it persists, check the proxies before the API server.',
    zh: '{where} 返回的 JSON 无效。处理方法：重试；如仍然如此，请检查 API 服务器之前的代理。',
  },
  badServer: {
    en: "'{server}' is not the address of an API server; it must look like https://host:6443 or http://host:port",
    zh: '“{server}”不是 API 服务器的地址；应形如 https://host:6443 或 http://host:port',
  },
  jsonObject: { en: 'a JSON object', zh: '一个 JSON 对象' },
  watch: { en: 'a watch', zh: '事件流' },
  bytes: { en: 'bytes', zh: '字节流' },
  connection: { en: 'a connection', zh: '连接' },
  listOf: { en: 'a list of {plural}', zh: '一个 {plural} 列表' },
  array: { en: 'an array', zh: '数组' },
  aKind: { en: 'a {kind}', zh: '类型 {kind}' },
  unexpected: {
    en: '{request}: expected {expected:message}, got {found:message}. Is this address a Kubernetes API server?',
    zh: '{request}：应返回{expected}，却返回了{found}。该地址是 Kubernetes API 服务器吗？',
  },
  protocolNotOffered: {
    en: '{request}: the server chose the protocol {protocol}, which was not offered',
    zh: '{request}：服务器选择了未提供的协议 {protocol}',
  },
  commandCutOff: {
    en: 'the connection ended before the command did{detail?}',
    zh: '连接在命令结束之前断开{detail?}',
  },
  closeCode: { en: ' (close code {code:number}{reason?})', zh: '（关闭代码 {code}{reason?}）' },
  connectionBroke: { en: 'the connection broke: {reason:message}', zh: '连接中断：{reason}' },
  deadlineExceeded: {
    en: '{what:message} took longer than {seconds:number} s and was given up; it will be tried again',
    zh: '{what} 超过 {seconds} 秒，已放弃；将再次尝试',
  },
});

/** Following resources, and the lease by which one of several processes leads. */
export const followMessages = defineMessages('kube.follow', {
  listing: { en: 'listing {resource}', zh: '列出 {resource}' },
  watching: { en: 'watching {resource}', zh: '监视 {resource}' },
  takingLease: { en: 'taking the lease', zh: '获取租约' },
  renewingLease: { en: 'renewing the lease', zh: '续期租约' },
  releasingLease: { en: 'releasing the lease', zh: '释放租约' },
  noVersion: {
    en: 'the list of {resource} has no resourceVersion, so there is no place to watch from',
    zh: '{resource} 的列表没有 resourceVersion，因此无从开始监视',
  },
  staleList: {
    en: 'the list of {resource} is of version {listed}, but {seen} was seen already',
    zh: '{resource} 的列表版本为 {listed}，但此前已见过 {seen}',
  },
  shortWatch: { en: 'the watch of {resource} ended at once', zh: '对 {resource} 的监视立即结束' },
  watchError: {
    en: 'the watch of {resource} sent an ERROR event without a Status',
    zh: '对 {resource} 的监视发来了没有 Status 的 ERROR 事件',
  },
  stopped: {
    en: 'the informer for {resource} was stopped before its first list arrived',
    zh: '{resource} 的 informer 在首个列表到达之前被停止',
  },
  notLeading: { en: 'this process does not lead any more: {reason:message}', zh: '本进程不再是领导者：{reason}' },
  releasedLease: { en: 'the lease was released', zh: '租约已释放' },
  otherHolder: { en: 'another process holds the lease', zh: '租约由另一个进程持有' },
  notRenewed: {
    en: 'the lease could not be renewed before the deadline',
    zh: '租约未能在期限之前续期',
  },
  electionStopped: { en: 'the election was stopped', zh: '选举已停止' },
  workContinues: { en: 'its work does not end', zh: '它的工作没有结束' },
});

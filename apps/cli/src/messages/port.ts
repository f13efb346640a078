import { defineMessages } from '@kubemin/base/message';

/** About ports that are led elsewhere. */
export const portMessages = defineMessages('cli.port', {
  ended: { en: 'press Ctrl-C to stop', zh: '按 Ctrl-C 结束' },
  failed: { en: 'a connection to {local} failed: {why:message}', zh: '到 {local} 的连接失败：{why}' },
  chooseLocal: {
    en: 'choose another local port: LOCAL:REMOTE; :REMOTE picks a free one',
    zh: '请另选本地端口：LOCAL:REMOTE；:REMOTE 表示任选空闲端口',
  },
  noPort: { en: '{owner} has no port {port}', zh: '{owner} 没有端口 {port}' },
  knownPorts: { en: 'available ports: {ports}', zh: '可用端口：{ports}' },
  giveNumber: { en: 'it has no named ports: use a port number', zh: '它没有命名的端口：请写端口号' },
  noSelector: {
    en: 'svc/{name} has no selector, so it has no pods to forward to',
    zh: 'svc/{name} 没有选择器，因此没有可以转发到的 Pod',
  },
  namePod: { en: 'name a pod instead: pod/NAME', zh: '请改为指定 Pod：pod/NAME' },
});

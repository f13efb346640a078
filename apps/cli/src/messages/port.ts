import { defineMessages } from '@kubemin/base/message';

/** About ports that are led elsewhere. */
export const portMessages = defineMessages('cli.port', {
  ended: { en: 'Ctrl-C ends it', zh: '按 Ctrl-C 结束' },
  failed: { en: 'a connection to {local} failed: {why:message}', zh: '到 {local} 的连接失败：{why}' },
  chooseLocal: {
    en: 'choose another port here: LOCAL:REMOTE; :REMOTE takes a free one',
    zh: '请另选本地端口：LOCAL:REMOTE；:REMOTE 表示任选空闲端口',
  },
  noPort: { en: '{owner} has no port {port}', zh: '{owner} 没有端口 {port}' },
  knownPorts: { en: 'it has {ports}', zh: '它有 {ports}' },
  giveNumber: { en: 'it names none: give the number of a port', zh: '它没有命名的端口：请写端口号' },
  noSelector: { en: 'svc/{name} has no pods of its own to lead to', zh: 'svc/{name} 没有自己的 Pod 可以转发' },
  namePod: { en: 'name a pod instead: pod/NAME', zh: '请改为指定 Pod：pod/NAME' },
});

import { defineWords } from '../catalogue.ts';

/** About ports that are led elsewhere. */
export const portWords = defineWords({
  en: {
    ended: 'Ctrl-C ends it',
    failed: (local: string, why: string) => `a connection to ${local} failed: ${why}`,
    chooseLocal: 'choose another port here: LOCAL:REMOTE; :REMOTE takes a free one',
    noPort: (owner: string, port: string) => `${owner} has no port ${port}`,
    knownPorts: (ports: string) => `it has ${ports}`,
    giveNumber: 'it names none: give the number of a port',
    noSelector: (name: string) => `svc/${name} has no pods of its own to lead to`,
    namePod: 'name a pod instead: pod/NAME',
  },
  zh: {
    ended: '按 Ctrl-C 结束',
    failed: (local, why) => `到 ${local} 的连接失败：${why}`,
    chooseLocal: '请另选本地端口：LOCAL:REMOTE；:REMOTE 表示任选空闲端口',
    noPort: (owner, port) => `${owner} 没有端口 ${port}`,
    knownPorts: (ports) => `它有 ${ports}`,
    giveNumber: '它没有命名的端口：请写端口号',
    noSelector: (name) => `svc/${name} 没有自己的 Pod 可以转发`,
    namePod: '请改为指定 Pod：pod/NAME',
  },
});

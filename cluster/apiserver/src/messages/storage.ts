import { defineMessages } from '@kubemin/base/message';

/** Opening the object store. */
export const storageMessages = defineMessages('apiserver.storage', {
  noDirectory: {
    en: 'cannot make the directory {directory}: check the permissions of its parent',
    zh: '无法创建目录 {directory}：请检查其上级目录的权限',
  },
  noValue: {
    en: 'the object store is inconsistent: a living key has no value',
    zh: '对象存储不一致：存在的键没有值',
  },
  notAStore: {
    en: '{path} is not a KubeMin object store: choose another directory',
    zh: '{path} 不是 KubeMin 的对象存储：请选择其他目录',
  },
  newerSchema: {
    en: '{path} has schema version {version:number}, this program supports {supported:number}: use the program version that wrote it, or another directory',
    zh: '{path} 的模式版本是 {version}，本程序支持 {supported}：请使用写入它的程序版本，或其他目录',
  },
  inUse: {
    en: '{path} is in use by another process: stop it, or choose another directory',
    zh: '{path} 正被另一个进程使用：请停止它，或选择其他目录',
  },
  notADatabase: {
    en: '{path} is damaged or not a database: restore it from a backup, or move it away',
    zh: '{path} 已损坏或不是数据库：请从备份恢复，或移走它',
  },
  diskFull: {
    en: 'no space left on the disk',
    zh: '磁盘空间不足',
  },
  cannotOpenFull: {
    en: 'cannot open {path}: {problem:message}: free some space and start again',
    zh: '无法打开 {path}：{problem}：请清理空间后重新启动',
  },
  cannotOpen: {
    en: 'cannot open {path}: check that the directory exists and is writable',
    zh: '无法打开 {path}：请检查目录存在且可写',
  },
  notANumber: {
    en: 'the object store has {found} instead of a number',
    zh: '对象存储中的数字实际为 {found}',
  },
  notAText: {
    en: 'the object store has {found} instead of a text',
    zh: '对象存储中的文本实际为 {found}',
  },
  notBytes: {
    en: 'the object store has {found} instead of bytes',
    zh: '对象存储中的字节实际为 {found}',
  },
  joined: {
    en: '{first:message}; {second:message}',
    zh: '{first}；{second}',
  },
  lostWrites: {
    en: '{count:number} acknowledged writes cannot be read',
    zh: '{count} 次已确认的写入无法读取',
  },
  lastGood: {
    en: 'the last good revision is {revision:number}',
    zh: '最后的完好版本是 {revision}',
  },
  lastAcknowledged: {
    en: 'the last acknowledged one is {revision:number}',
    zh: '最后确认的版本是 {revision}',
  },
});

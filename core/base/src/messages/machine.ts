import { defineMessages } from '../message/index.ts';

/** What this machine refuses: addresses, disks, files of databases. */
export const machineMessages = defineMessages('base.machine', {
  diskLow: {
    en: 'no space left on the disk of {directory} ({kibibytes:number} KiB free)',
    zh: '{directory} 所在磁盘空间不足（剩余 {kibibytes} KiB）',
  },
  diskFull: {
    en: 'no space left on the disk of {directory}',
    zh: '{directory} 所在磁盘空间不足',
  },
  portTaken: {
    en: 'another program is listening there; stop it, or choose another port (0 picks a free one)',
    zh: '另一个程序正在监听该端口；请停止它，或选择其他端口（0 表示任选空闲端口）',
  },
  portForbidden: {
    en: 'this user is not allowed to listen there; choose a port above 1023',
    zh: '该用户不允许在此监听；请选择大于 1023 的端口',
  },
  addressUnknown: {
    en: 'this machine does not have that address; 127.0.0.1 always works',
    zh: '本机没有该地址；127.0.0.1 总是可用',
  },
  cannotListen: {
    en: 'cannot listen on {host} port {port:number}: {reason:message}',
    zh: '无法在 {host} 端口 {port} 上监听：{reason}',
  },
  fileDamage: {
    en: '{file} {damage:message}',
    zh: '{file} {damage}',
  },
  missing: {
    en: 'is missing, although the files beside it show that it was there',
    zh: '缺失，但旁边的文件表明它曾经存在',
  },
  emptied: {
    en: 'is empty, although the files beside it show that it was not',
    zh: '为空，但旁边的文件表明它曾有内容',
  },
  lostCommits: {
    en: 'is damaged: {count:acknowledged commit|acknowledged commits} cannot be read',
    zh: '已损坏：{count} 个已确认的提交无法读取',
  },
  damagedPages: {
    en: 'is damaged: {count:number} of {total:number} pages do not hold what was written (first: page {first:number})',
    zh: '已损坏：{total} 页中有 {count} 页不是所写入的内容（首个：第 {first} 页）',
  },
  damaged: {
    en: 'is damaged: {detail}',
    zh: '已损坏：{detail}',
  },
});

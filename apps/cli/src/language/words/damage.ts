import { defineWords } from '../catalogue.ts';

/** About files that do not hold what was stored. */
export const damageWords = defineWords({
  en: {
    missing: (file: string) => `${file} is missing, although this directory has been in use: it is not a new one`,
    emptied: (file: string) => `${file} is empty, although this directory has been in use: it is not a new one`,
    lostCommits: (file: string, count: number) =>
      `${file} is damaged: ${count} acknowledged ${count === 1 ? 'commit' : 'commits'} cannot be read`,
    lostWrites: (file: string, count: number) =>
      `${file} is damaged: ${count} acknowledged ${count === 1 ? 'write' : 'writes'} cannot be read`,
    pages: (file: string, count: number, total: number, first: number) =>
      `${file} is damaged: ${count} of ${total} pages do not hold what was written (first: page ${first})`,
    structure: (file: string, detail: string) => `${file} is damaged: ${detail}`,
    lastGood: (revision: number) => `last good revision ${revision}`,
    acknowledged: (revision: number) => `last acknowledged revision ${revision}`,
    restore: 'restore a backup into an empty directory: kubemin restore FILE --data-dir DIR',
    restoreOrAccept: (path: string) =>
      `restore a backup into an empty directory (kubemin restore FILE --data-dir DIR), or copy ${path} aside and start with what can be read: --accept-data-loss`,
  },
  zh: {
    missing: (file) => `${file} 不见了，而此目录已被使用过：它不是新目录`,
    emptied: (file) => `${file} 是空的，而此目录已被使用过：它不是新目录`,
    lostCommits: (file, count) => `${file} 已损坏：${count} 个已确认的提交无法读取`,
    lostWrites: (file, count) => `${file} 已损坏：${count} 个已确认的写入无法读取`,
    pages: (file, count, total, first) =>
      `${file} 已损坏：${total} 页中有 ${count} 页与写入的内容不符（第一处：第 ${first} 页）`,
    structure: (file, detail) => `${file} 已损坏：${detail}`,
    lastGood: (revision) => `最后完好的修订号 ${revision}`,
    acknowledged: (revision) => `最后确认的修订号 ${revision}`,
    restore: '请把备份恢复到空目录：kubemin restore FILE --data-dir DIR',
    restoreOrAccept: (path) =>
      `请把备份恢复到空目录（kubemin restore FILE --data-dir DIR），或先复制 ${path}，再以可读的部分启动：--accept-data-loss`,
  },
});

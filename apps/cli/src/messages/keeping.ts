import { defineMessages } from '@kubemin/base/message';

/** About files that do not hold what was stored. */
export const damageMessages = defineMessages('cli.damage', {
  missing: {
    en: '{file} is missing from a directory that is in use',
    zh: '{file} 不见了，而此目录已被使用过',
  },
  emptied: {
    en: '{file} is empty in a directory that is in use',
    zh: '{file} 是空的，而此目录已被使用过',
  },
  lostCommits: {
    en: '{file} is damaged: {count:acknowledged commit|acknowledged commits} cannot be read',
    zh: '{file} 已损坏：{count} 个已确认的提交无法读取',
  },
  lostWrites: {
    en: '{file} is damaged: {count:acknowledged write|acknowledged writes} cannot be read',
    zh: '{file} 已损坏：{count} 个已确认的写入无法读取',
  },
  pages: {
    en: '{file} is damaged: {count:number} of {total:number} pages have a wrong checksum (first: page {first:number})',
    zh: '{file} 已损坏：{total} 页中有 {count} 页校验和不符（第一处：第 {first} 页）',
  },
  structure: { en: '{file} is damaged: {detail}', zh: '{file} 已损坏：{detail}' },
  found: { en: '{what:message}{lastGood?}{acknowledged?}', zh: '{what}{lastGood?}{acknowledged?}' },
  lastGood: { en: '; last good revision {revision:number}', zh: '；最后完好的修订号 {revision}' },
  acknowledged: { en: '; last acknowledged revision {revision:number}', zh: '；最后确认的修订号 {revision}' },
  restore: {
    en: 'restore a backup into an empty directory: kubemin restore FILE --data-dir DIR',
    zh: '请把备份恢复到空目录：kubemin restore FILE --data-dir DIR',
  },
  restoreOrAccept: {
    en: 'restore a backup into an empty directory (kubemin restore FILE --data-dir DIR), or copy {path} and start with the readable part: --accept-data-loss',
    zh: '请把备份恢复到空目录（kubemin restore FILE --data-dir DIR），或先复制 {path}，再以可读的部分启动：--accept-data-loss',
  },
});

/** About what a data directory keeps: backup, restore, reset. */
export const keepingMessages = defineMessages('cli.keeping', {
  willBeReset: {
    en: 'Everything in {path} will be deleted: applications, revisions, runs, the embedded cluster, tokens and keys.',
    zh: '{path} 中的一切都将被删除：应用、修订版、运行、内置集群、令牌与密钥。',
  },
  wasReset: { en: '{path} reset; start again with {up}', zh: '{path} 已重置；{up} 将从头开始' },
  nothingToReset: { en: 'no KubeMin in {path}; nothing to reset', zh: '{path} 中没有 KubeMin；无需重置' },
  stays: { en: 'not created by KubeMin, kept: {list}', zh: '不是由 KubeMin 创建，已保留：{list}' },
  notOurs: {
    en: '{path} is not a data directory of KubeMin; nothing was changed',
    zh: '{path} 不是 KubeMin 的数据目录；未做任何改动',
  },
  nameDirectory: {
    en: 'name the directory with --data-dir DIR; kubemin status shows the running one',
    zh: '请用 --data-dir DIR 指定目录；kubemin status 显示正在运行的目录',
  },
  twoDirectories: {
    en: 'found a KubeMin in {here} and one in {own}; nothing was done',
    zh: '{here} 与 {own} 中各有一个 KubeMin；未做任何改动',
  },
  chooseDirectory: {
    en: 'choose one: --data-dir {here} or --data-dir {own}',
    zh: '请选择一个：--data-dir {here} 或 --data-dir {own}',
  },
  startedMeanwhile: { en: 'KubeMin was started on {path} in the meantime', zh: '期间 KubeMin 在 {path} 上启动了' },
  again: { en: 'run the command again', zh: '请再次运行该命令' },
  backupRuns: { en: 'another backup of {path} is in progress', zh: '正在对 {path} 进行另一次备份' },
  waitForIt: { en: 'wait until it is done', zh: '请等待其完成' },
  nothingKept: { en: 'nothing to back up in {path}', zh: '{path} 中没有可备份的内容' },
  fileTaken: { en: '{file} already exists', zh: '{file} 已存在' },
  otherFile: { en: 'choose another name, or add --force to replace it', zh: '请另选名称，或加上 --force 以替换' },
  copyDamaged: { en: 'the copy of {name} is damaged: {why:message}', zh: '{name} 的副本已损坏：{why}' },
  checkDisk: { en: 'nothing was written; check the disk, then try again', zh: '未写入任何内容；请检查磁盘后重试' },
  cannotWrite: { en: '{file} cannot be written: {why:message}', zh: '无法写入 {file}：{why}' },
  chooseFile: {
    en: 'choose a file in a writable directory with enough disk space',
    zh: '请选择可写且空间足够的目录中的文件',
  },
  cannotStage: { en: 'the data in {path} cannot be copied: {why:message}', zh: '无法复制 {path} 中的内容：{why}' },
  roomToStage: {
    en: 'the data is first copied inside that directory: check that it is readable and writable and that its disk has space',
    zh: '备份会先在该目录内复制：请确认该目录可读写，且磁盘空间足够',
  },
  backedUp: { en: 'backed up {path}, {files:file|files}', zh: '{path} 已备份，共 {files} 个文件' },
  keepSafe: {
    en: 'The file contains keys and tokens: keep it secret.',
    zh: '该文件包含密钥与令牌：请妥善保密。',
  },
  notIncluded: {
    en: 'The database of the platform is not in the data directory and not in the backup.',
    zh: '平台的数据库不在数据目录中，因此不在备份内。',
  },
  volumesNotIncluded: {
    en: 'Volume files are not in the backup: restored claims are empty until you copy {path} into the new data directory.',
    zh: '卷中的文件不在备份内：把 {path} 复制到新的数据目录之前，恢复的声明是空的。',
  },
  keysNotIncluded: {
    en: 'The secret keys are not in the data directory and not in the backup: back up the key file too, secrets cannot be decrypted without it.',
    zh: '密钥不在数据目录中，因此不在备份内：请另行备份密钥文件，没有它就无法解密。',
  },
  notAnArchive: {
    en: '{file} is not a complete KubeMin backup: {why:message}',
    zh: '{file} 不是完整的 KubeMin 备份：{why}',
  },
  takeAnother: { en: 'nothing was restored; use another backup', zh: '未恢复任何内容；请使用另一份备份' },
  newerFormat: {
    en: 'it has format {format:number} of KubeMin {version}',
    zh: '其格式为 {format}，来自 KubeMin {version}',
  },
  checksum: { en: 'the checksum of {name} does not match', zh: '{name} 的校验和不符' },
  unexpected: { en: 'unexpected file {name}', zh: '其中不应有 {name}' },
  missing: { en: '{name} is missing', zh: '缺少 {name}' },
  headerDamaged: { en: 'a header is damaged', zh: '一个文件头已损坏' },
  badSize: { en: 'the size of {name} is invalid', zh: '{name} 的大小无效' },
  badManifest: { en: 'its manifest is invalid', zh: '其清单无效' },
  cutOff: { en: 'it is truncated', zh: '内容在中途结束' },
  unreadable: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  cannotRestore: { en: 'the backup cannot be written into {path}: {why:message}', zh: '无法把备份写入 {path}：{why}' },
  roomToRestore: {
    en: 'nothing was restored; check that the directory is writable and its disk has space, or choose another with --data-dir DIR',
    zh: '未恢复任何内容；请确认该目录可写且磁盘空间足够，或用 --data-dir DIR 选择其他目录',
  },
  nameBackup: { en: 'name a file written by kubemin backup', zh: '请指定由 kubemin backup 写出的文件' },
  notEmpty: { en: '{path} already has a KubeMin', zh: '{path} 中已有 KubeMin' },
  emptyFirst: {
    en: 'restore into another directory (--data-dir DIR), or delete this one first (kubemin reset)',
    zh: '请恢复到其他目录（--data-dir DIR），或先删除这一个（kubemin reset）',
  },
  restored: {
    en: 'restored {path} as of {when} (KubeMin {version})',
    zh: '{path} 已恢复到 {when} 的状态（KubeMin {version}）',
  },
  startsIt: { en: 'start it with {up}', zh: '用 {up} 启动它' },
  halfRestored: { en: 'a restore into {path} was interrupted', zh: '对 {path} 的恢复曾被中断' },
  restoreAgain: {
    en: 'restore it again (kubemin restore FILE --data-dir {path}), or start empty: kubemin reset --yes --data-dir {path}',
    zh: '请再次恢复（kubemin restore FILE --data-dir {path}），或从头开始：kubemin reset --yes --data-dir {path}',
  },
  halfReset: {
    en: 'a reset of {path} was interrupted; part of the data is deleted',
    zh: '对 {path} 的重置曾被中断；其中一部分内容已删除',
  },
  resetAgain: {
    en: 'finish it with kubemin reset --yes --data-dir {path}',
    zh: '请用 kubemin reset --yes --data-dir {path} 完成重置',
  },
});

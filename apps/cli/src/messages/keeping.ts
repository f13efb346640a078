import { defineMessages } from '@kubemin/base/message';

/** About files that do not hold what was stored. */
export const damageMessages = defineMessages('cli.damage', {
  missing: {
    en: '{file} is missing, although this directory has been in use: it is not a new one',
    zh: '{file} 不见了，而此目录已被使用过：它不是新目录',
  },
  emptied: {
    en: '{file} is empty, although this directory has been in use: it is not a new one',
    zh: '{file} 是空的，而此目录已被使用过：它不是新目录',
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
    en: '{file} is damaged: {count:number} of {total:number} pages do not hold what was written (first: page {first:number})',
    zh: '{file} 已损坏：{total} 页中有 {count} 页与写入的内容不符（第一处：第 {first} 页）',
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
    en: 'restore a backup into an empty directory (kubemin restore FILE --data-dir DIR), or copy {path} aside and start with what can be read: --accept-data-loss',
    zh: '请把备份恢复到空目录（kubemin restore FILE --data-dir DIR），或先复制 {path}，再以可读的部分启动：--accept-data-loss',
  },
});

/** About what a data directory keeps: backup, restore, reset. */
export const keepingMessages = defineMessages('cli.keeping', {
  willBeReset: {
    en: 'Everything in {path} will be deleted: applications, revisions, runs, the embedded cluster, tokens and keys.',
    zh: '{path} 中的一切都将被删除：应用、修订版、运行、内置集群、令牌与密钥。',
  },
  wasReset: { en: '{path} is reset; {up} starts anew', zh: '{path} 已重置；{up} 将从头开始' },
  nothingToReset: { en: 'there is no KubeMin in {path}; nothing to reset', zh: '{path} 中没有 KubeMin；无需重置' },
  stays: { en: "not KubeMin's, left where it is: {list}", zh: '不属于 KubeMin，保持原样：{list}' },
  notOurs: {
    en: '{path} is no data directory of KubeMin, so nothing in it is touched',
    zh: '{path} 不是 KubeMin 的数据目录，其中内容不会改动',
  },
  nameDirectory: {
    en: 'name the directory with --data-dir DIR; kubemin status says which one runs',
    zh: '请用 --data-dir DIR 指定目录；kubemin status 会说明正在运行的是哪一个',
  },
  twoDirectories: {
    en: 'there is a KubeMin in {here} and one in {own}; nothing was done',
    zh: '{here} 与 {own} 中各有一个 KubeMin；未做任何改动',
  },
  sayWhich: {
    en: 'say which one is meant: --data-dir {here}, or --data-dir {own}',
    zh: '请说明指哪一个：--data-dir {here} 或 --data-dir {own}',
  },
  startedMeanwhile: { en: 'KubeMin was started on {path} meanwhile', zh: '期间 KubeMin 在 {path} 上启动了' },
  again: { en: 'run the command again', zh: '请再次运行该命令' },
  backupRuns: { en: 'another backup of {path} is being made', zh: '正在对 {path} 进行另一次备份' },
  waitForIt: { en: 'wait until it is done', zh: '请等待其完成' },
  nothingKept: { en: 'there is nothing to back up in {path}', zh: '{path} 中没有可备份的内容' },
  fileTaken: { en: '{file} is there already', zh: '{file} 已存在' },
  otherFile: { en: 'choose another name, or add --force to replace it', zh: '请另选名称，或加上 --force 以替换' },
  copyDamaged: { en: 'the copy of {name} is damaged: {why:message}', zh: '{name} 的副本已损坏：{why}' },
  checkDisk: { en: 'nothing was written; check the disk, then try again', zh: '未写入任何内容；请检查磁盘后重试' },
  cannotWrite: { en: '{file} cannot be written: {why:message}', zh: '无法写入 {file}：{why}' },
  chooseFile: {
    en: 'choose a file in a directory you may write, on a disk with room',
    zh: '请选择可写且空间足够的目录中的文件',
  },
  cannotStage: { en: 'what {path} keeps cannot be copied: {why:message}', zh: '无法复制 {path} 中的内容：{why}' },
  roomToStage: {
    en: 'it is copied within that directory first: make sure that you may read and write it, and that its disk has room',
    zh: '备份会先在该目录内复制：请确认该目录可读写，且磁盘空间足够',
  },
  backedUp: { en: '{path} is backed up, {files:number} files', zh: '{path} 已备份，共 {files} 个文件' },
  keepSafe: {
    en: 'The file holds keys and tokens: whoever has it can open everything.',
    zh: '该文件包含密钥与令牌：持有者可以打开一切。',
  },
  notIncluded: {
    en: 'The database of the platform is not in the data directory, and so not in the backup.',
    zh: '平台的数据库不在数据目录中，因此不在备份内。',
  },
  volumesNotIncluded: {
    en: 'The files of volumes are not in the backup: restored claims are empty until you copy {path} into the new data directory.',
    zh: '卷中的文件不在备份内：把 {path} 复制到新的数据目录之前，恢复的声明是空的。',
  },
  keysNotIncluded: {
    en: 'No secret keys are in the data directory, and so none in the backup: keep the file that supplies them as well, without it no secret can be opened.',
    zh: '数据目录中没有密钥，因此不在备份内：请另行保存提供密钥的文件，没有它就无法打开任何密文。',
  },
  notAnArchive: {
    en: '{file} is no whole backup of KubeMin: {why:message}',
    zh: '{file} 不是完整的 KubeMin 备份：{why}',
  },
  takeAnother: { en: 'take another backup; nothing was restored', zh: '请使用另一份备份；未恢复任何内容' },
  newerFormat: {
    en: 'it has format {format:number}, of KubeMin {version}',
    zh: '其格式为 {format}，来自 KubeMin {version}',
  },
  checksum: { en: 'the checksum of {name} does not fit', zh: '{name} 的校验和不符' },
  unexpected: { en: '{name} does not belong in it', zh: '其中不应有 {name}' },
  missing: { en: '{name} is missing', zh: '缺少 {name}' },
  cutOff: { en: 'it ends in the middle', zh: '内容在中途结束' },
  unreadable: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  cannotRestore: { en: 'the backup cannot be written into {path}: {why:message}', zh: '无法把备份写入 {path}：{why}' },
  roomToRestore: {
    en: 'nothing was restored; make sure that you may write the directory and its disk has room, or choose another with --data-dir DIR',
    zh: '未恢复任何内容；请确认该目录可写且磁盘空间足够，或用 --data-dir DIR 选择其他目录',
  },
  nameBackup: { en: 'name a file that kubemin backup wrote', zh: '请指定由 kubemin backup 写出的文件' },
  notEmpty: { en: '{path} already has a KubeMin', zh: '{path} 中已有 KubeMin' },
  emptyFirst: {
    en: 'restore into another directory (--data-dir DIR), or delete this one first (kubemin reset)',
    zh: '请恢复到其他目录（--data-dir DIR），或先删除这一个（kubemin reset）',
  },
  restored: {
    en: '{path} is as it was at {when} (KubeMin {version})',
    zh: '{path} 已恢复到 {when} 的状态（KubeMin {version}）',
  },
  startsIt: { en: '{up} starts it', zh: '用 {up} 启动它' },
  halfRestored: { en: 'a restore into {path} was cut off', zh: '对 {path} 的恢复曾被中断' },
  restoreAgain: {
    en: 'restore it again (kubemin restore FILE --data-dir {path}), or start with nothing: kubemin reset --yes --data-dir {path}',
    zh: '请再次恢复（kubemin restore FILE --data-dir {path}），或从头开始：kubemin reset --yes --data-dir {path}',
  },
  halfReset: {
    en: 'a reset of {path} was cut off; part of what it kept is deleted',
    zh: '对 {path} 的重置曾被中断；其中一部分内容已删除',
  },
  resetAgain: {
    en: 'finish it with kubemin reset --yes --data-dir {path}',
    zh: '请用 kubemin reset --yes --data-dir {path} 完成重置',
  },
});

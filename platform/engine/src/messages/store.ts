import { defineMessages } from '@kubemin/base/message';

/** What is damaged in the database. */
export const storeMessages = defineMessages('engine.store', {
  callbackDamaged: { en: 'the stored callback of run {task} is damaged', zh: '运行 {task} 的回调记录已损坏' },
  numberMissing: { en: 'the database stored task {task} without a number', zh: '数据库保存任务 {task} 时没有编号' },
  eventUnreadable: {
    en: 'event {sequence:number} of task {task} in the database is not readable',
    zh: '数据库中任务 {task} 的事件 {sequence} 无法读取',
  },
  documentDamaged: {
    en: 'the stored document of {source:message} is damaged; restore the database from a backup',
    zh: '{source}保存的文档已损坏；请从备份恢复数据库',
  },
  componentIdsDamaged: {
    en: 'the stored component ids of {source:message} are damaged; restore the database from a backup',
    zh: '{source}保存的组件编号已损坏；请从备份恢复数据库',
  },
  tracksDamaged: {
    en: 'the stored tracks of {source:message} are damaged; restore the database from a backup',
    zh: '{source}保存的轨道已损坏；请从备份恢复数据库',
  },
  operationDamaged: {
    en: 'the stored operation of {source:message} is damaged; restore the database from a backup',
    zh: '{source}保存的操作已损坏；请从备份恢复数据库',
  },
  run: { en: 'run {run:number}', zh: '运行 {run} ' },
  runBefore: { en: 'the run before run {run:number}', zh: '运行 {run} 之前的运行' },
  lastRun: { en: 'the last run of application {app}', zh: '应用 {app} 的上次运行' },
});

import { defineMessages } from '@kubemin/base/message';

/** About revisions of applications. */
export const revisionMessages = defineMessages('cli.revision', {
  currentAnd: { en: 'current, {state}', zh: '当前，{state}' },
  inRun: { en: '{state} (run {run:number})', zh: '{state}（运行 {run}）' },
  goesBack: { en: 'content of revision {revision:number}', zh: '内容同修订版 {revision}' },
  heading: { en: '{name} revision {revision:number}, {facts:message}', zh: '{name} 修订版 {revision}，{facts}' },
  currentHeading: {
    en: '{name} revision {revision:number} (current), {facts:message}',
    zh: '{name} 修订版 {revision}（当前），{facts}',
  },
  facts: { en: 'version {version}, by {creator}, {at}', zh: '版本 {version}，操作者 {creator}，{at}' },
  same: {
    en: 'Revisions {from:number} and {to:number} have the same content.',
    zh: '修订版 {from} 与 {to} 内容相同。',
  },
  nothingBefore: { en: '{name} has no revision before 1', zh: '{name} 在修订版 1 之前没有别的修订版' },
  document: { en: 'document', zh: '文档' },
  objects: { en: 'objects', zh: '对象' },
});

/** What became of a revision. */
export const revisionStateMessages = defineMessages('cli.revisionState', {
  serving: { en: 'serving', zh: '提供服务' },
  delivered: { en: 'delivered', zh: '已交付' },
  failed: { en: 'failed', zh: '失败' },
  refused: { en: 'refused', zh: '已拒绝' },
  cancelled: { en: 'cancelled', zh: '已取消' },
  running: { en: 'in progress', zh: '进行中' },
  stored: { en: 'not deployed', zh: '未部署' },
});

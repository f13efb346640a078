import { defineMessages } from '@kubemin/base/message';

/** About what would be done. */
export const planMessages = defineMessages('cli.plan', {
  upToDate: { en: 'Nothing to do: the cluster matches the document.', zh: '无需改动：集群与文档一致。' },
  onlyIf: { en: '(if {condition})', zh: '（当 {condition}）' },
  removed: { en: '(removed)', zh: '（移除）' },
  toCreate: { en: '{count:number} to create', zh: '新建 {count} 个' },
  toUpdate: { en: '{count:number} to update', zh: '更新 {count} 个' },
  toReplace: { en: '{count:number} to replace', zh: '替换 {count} 个' },
  toDelete: { en: '{count:number} to delete', zh: '删除 {count} 个' },
  asTheyAre: { en: '{count:number} unchanged', zh: '保持 {count} 个' },
  refused: { en: '{count:number} rejected', zh: '拒绝 {count} 个' },
  notKnown: { en: '{count:number} unknown', zh: '未知 {count} 个' },
  comma: { en: ', ', zh: ',' },
  change: { en: '{name}: {counts}', zh: '{name}：{counts}' },
  noChange: { en: '{name}: nothing to change in the cluster', zh: '{name}：集群无需改动' },
  counts: { en: '(create, update, delete)', zh: '（新建、更新、删除）' },
  willLose: { en: 'Deploying {name} would {losses:list}.', zh: '部署 {name} 将{losses}。' },
  deletes: { en: 'delete {objects:list}', zh: '删除 {objects}' },
  replaces: { en: 'replace {objects:list}', zh: '替换 {objects}' },
  others: { en: '{count:number} more', zh: '另外 {count} 个' },
  wouldFail: { en: '{object} would be rejected: {reason:message}', zh: '{object} 会被拒绝：{reason}' },
  nothingDone: { en: 'nothing was changed', zh: '没有做任何改动' },
  sum: { en: '{parts}.', zh: '{parts}。' },
});

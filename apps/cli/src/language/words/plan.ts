import { defineWords } from '../catalogue.ts';

/** About what would be done. */
export const planWords = defineWords({
  en: {
    upToDate: 'Nothing to do: the cluster holds what the document says.',
    onlyIf: (condition: string) => `(if ${condition})`,
    removed: '(removed)',
    toCreate: (count: number) => `${count} to create`,
    toUpdate: (count: number) => `${count} to update`,
    toReplace: (count: number) => `${count} to replace`,
    toDelete: (count: number) => `${count} to delete`,
    asTheyAre: (count: number) => `${count} as they are`,
    refused: (count: number) => `${count} refused`,
    notKnown: (count: number) => `${count} not known`,
    comma: ', ',
    sum: (parts: string) => `${parts}.`,
  },
  zh: {
    upToDate: '无需改动：集群与文档一致。',
    onlyIf: (condition) => `（当 ${condition}）`,
    removed: '（移除）',
    toCreate: (count) => `新建 ${count} 个`,
    toUpdate: (count) => `更新 ${count} 个`,
    toReplace: (count) => `替换 ${count} 个`,
    toDelete: (count) => `删除 ${count} 个`,
    asTheyAre: (count) => `保持 ${count} 个`,
    refused: (count) => `拒绝 ${count} 个`,
    notKnown: (count) => `未知 ${count} 个`,
    comma: ',',
    sum: (parts) => `${parts}。`,
  },
});

import { defineWords } from '../catalogue.ts';

/** About revisions of applications. */
export const revisionWords = defineWords({
  en: {
    current: 'current',
    currentAnd: (state: string) => `current, ${state}`,
    inRun: (state: string, run: number) => `${state} (run ${run})`,
    goesBack: (revision: number) => `content of revision ${revision}`,
    heading: (name: string, revision: number, facts: string) => `${name} revision ${revision}, ${facts}`,
    currentHeading: (name: string, revision: number, facts: string) =>
      `${name} revision ${revision} (current), ${facts}`,
    facts: (version: string, creator: string, at: string) => `version ${version}, by ${creator}, ${at}`,
    same: (from: number, to: number) => `Revisions ${from} and ${to} say the same.`,
    nothingBefore: (name: string) => `${name} has no revision before 1`,
    document: 'document',
    objects: 'objects',
  },
  zh: {
    current: '当前',
    currentAnd: (state) => `当前，${state}`,
    inRun: (state, run) => `${state}（运行 ${run}）`,
    goesBack: (revision) => `内容同修订版 ${revision}`,
    heading: (name, revision, facts) => `${name} 修订版 ${revision}，${facts}`,
    currentHeading: (name, revision, facts) => `${name} 修订版 ${revision}（当前），${facts}`,
    facts: (version, creator, at) => `版本 ${version}，操作者 ${creator}，${at}`,
    same: (from, to) => `修订版 ${from} 与 ${to} 内容相同。`,
    nothingBefore: (name) => `${name} 在修订版 1 之前没有别的修订版`,
    document: '文档',
    objects: '对象',
  },
});

/** What became of a revision. */
export const revisionStateWords = defineWords({
  en: {
    serving: 'serves',
    delivered: 'delivered',
    failed: 'failed',
    refused: 'refused',
    cancelled: 'cancelled',
    running: 'under way',
    stored: 'not run',
  },
  zh: {
    serving: '提供服务',
    delivered: '已交付',
    failed: '失败',
    refused: '已拒绝',
    cancelled: '已取消',
    running: '进行中',
    stored: '未运行',
  },
});

import { defineWords } from '../catalogue.ts';
import type { Language } from '../language.ts';

/** About consent to what cannot be taken back. */
export const confirmWords = defineWords({
  en: {
    needsYes: (consequence: string) => `${consequence} That needs a yes, and nobody can be asked here.`,
    addYes: 'add --yes if that is meant',
    goOn: (consequence: string) => `${consequence} Go on?`,
  },
  zh: {
    needsYes: (consequence) => `${consequence}这需要确认，而这里无法提问。`,
    addYes: '确实如此的话，请加上 --yes',
    goOn: (consequence) => `${consequence}继续吗？`,
  },
});

/** What prompts say by themselves. */
export const promptWords = defineWords({
  en: {
    yes: 'Yes',
    no: 'No',
    textKeys: 'Enter next · < back · Ctrl-C stop',
    confirmKeys: 'y/n choose · Enter next · < back · Ctrl-C stop',
    selectKeys: '↑↓ choose · type to search · Enter next · < back · Ctrl-C stop',
    multiSelectKeys: 'Space tick · ↑↓ move · type to search · Enter next · < back · Ctrl-C stop',
    nothingChosen: 'none',
    example: (example: string) => `such as ${example}`,
    required: 'An answer is needed here.',
    noMatch: 'Nothing matches what was typed; Backspace takes it back.',
    notAnOption: (given: string, options: string) => `"${given}" is none of: ${options}.`,
    notYesOrNo: (given: string) => `"${given}" is neither yes nor no.`,
  },
  zh: {
    yes: '是',
    no: '否',
    textKeys: '回车 下一步 · < 返回 · Ctrl-C 停止',
    confirmKeys: 'y/n 选择 · 回车 下一步 · < 返回 · Ctrl-C 停止',
    selectKeys: '↑↓ 选择 · 输入以搜索 · 回车 下一步 · < 返回 · Ctrl-C 停止',
    multiSelectKeys: '空格 勾选 · ↑↓ 移动 · 输入以搜索 · 回车 下一步 · < 返回 · Ctrl-C 停止',
    nothingChosen: '无',
    example: (example) => `例如 ${example}`,
    required: '此处必须填写。',
    noMatch: '没有匹配的选项；用退格键删除输入。',
    notAnOption: (given, options) => `“${given}”不在可选项之中：${options}。`,
    notYesOrNo: (given) => `“${given}”既不是“是”也不是“否”。`,
  },
});

/** The same in one language. */
export type PromptWords = (typeof promptWords)[Language];

import { defineMessages } from '@kubemin/base/message';

/** How errors, warnings and problems are introduced. */
export const errorMessages = defineMessages('cli.error', {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  fix: { en: 'fix', zh: '修正' },
  document: { en: '(document)', zh: '（文档）' },
});

/** About consent to what cannot be taken back. */
export const confirmMessages = defineMessages('cli.confirm', {
  needsYes: {
    en: '{consequence:message} Confirmation is required.',
    zh: '{consequence}需要确认。',
  },
  addYes: { en: 'pass --yes to confirm', zh: '请用 --yes 确认' },
  goOn: { en: '{consequence:message} Continue?', zh: '{consequence}继续吗？' },
});

/** Messages of prompts. */
export const promptMessages = defineMessages('cli.prompt', {
  yes: { en: 'Yes', zh: '是' },
  no: { en: 'No', zh: '否' },
  textKeys: { en: 'Enter next · < back · Ctrl-C stop', zh: '回车 下一步 · < 返回 · Ctrl-C 停止' },
  confirmKeys: {
    en: 'y/n choose · Enter next · < back · Ctrl-C stop',
    zh: 'y/n 选择 · 回车 下一步 · < 返回 · Ctrl-C 停止',
  },
  selectKeys: {
    en: '↑↓ choose · type to search · Enter next · < back · Ctrl-C stop',
    zh: '↑↓ 选择 · 输入以搜索 · 回车 下一步 · < 返回 · Ctrl-C 停止',
  },
  multiSelectKeys: {
    en: 'Space tick · ↑↓ move · type to search · Enter next · < back · Ctrl-C stop',
    zh: '空格 勾选 · ↑↓ 移动 · 输入以搜索 · 回车 下一步 · < 返回 · Ctrl-C 停止',
  },
  nothingChosen: { en: 'none', zh: '无' },
  example: { en: 'for example {example}', zh: '例如 {example}' },
  required: { en: 'A value is required.', zh: '此处必须填写。' },
  noMatch: { en: 'No match; press Backspace to change the search.', zh: '没有匹配的选项；用退格键删除输入。' },
  notAnOption: { en: '"{given}" is not one of: {options}.', zh: '“{given}”不在可选项之中：{options}。' },
  notYesOrNo: { en: '"{given}" is neither yes nor no.', zh: '“{given}”既不是“是”也不是“否”。' },
});

import { defineMessages, type MessageEntry } from '@kubemin/base/message';

/** What an approval asks unless the document has a question. The engine's catalogue has it as `engine.step.mayContinue`. */
export const defaultQuestion = {
  en: 'May the run go on?',
  zh: '运行是否可以继续？',
} as const satisfies MessageEntry;

/** Properties of the built-in step types. */
export const stepMessages = defineMessages('model.step', {
  notWebAddress: { en: 'This is not an http or https address.', zh: '这不是 http 或 https 地址。' },
  webAddressFormat: {
    en: 'Give a full address that starts with http:// or https://, without a user name or password.',
    zh: '请给出以 http:// 或 https:// 开头的完整地址，不含用户名和密码。',
  },
  statusList: {
    en: 'Give a list of HTTP statuses such as [200, 204]; left out, every 2xx will do.',
    zh: '请给出 HTTP 状态码列表，例如 [200, 204]；省略则接受任意 2xx。',
  },
  claimChoices: {
    en: 'Use "keep" or "delete"; what is deleted takes its data along.',
    zh: '请使用“keep”或“delete”；删除时数据一并删除。',
  },
  egressTargetUnknown: { en: 'Unknown egress target "{target}".', zh: '未知的出站目标“{target}”。' },
  egressTargets: {
    en: 'Use "application", "internet" or a range of addresses such as "10.20.0.0/16".',
    zh: '请使用“application”、“internet”或地址段，例如“10.20.0.0/16”。',
  },
  userNotRoot: {
    en: 'Give the number of a user that is not root (1 or more).',
    zh: '请给出非 root 用户的编号（不小于 1）。',
  },
  unschedulableChoices: {
    en: 'Use "wait" (until there is capacity, at most for waitFor) or "reject" (at once).',
    zh: '请使用“wait”（等待资源，至多 waitFor）或“reject”（立即拒绝）。',
  },
  scriptLines: {
    en: 'Give the lines of a shell script, or a command instead.',
    zh: '请给出 shell 脚本的内容，或改用 command。',
  },
  scriptAndCommand: {
    en: 'A step has a script or a command, not both.',
    zh: '步骤只能有 script 或 command 之一。',
  },
  cardCount: { en: 'Give a number of graphics cards, 0 for none.', zh: '请给出显卡数量，0 表示不使用。' },
  minimumValues: {
    en: 'Give the least value of each metric that matters, such as {{"accuracy": 0.9}}.',
    zh: '请给出各项重要指标的最低值，例如 {{"accuracy": 0.9}}。',
  },
});

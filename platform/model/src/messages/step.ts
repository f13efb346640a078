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
  itemsOrText: {
    en: 'Give a list of items, or a text that is cut into chunks.',
    zh: '请给出数据项列表，或要切分的文本。',
  },
  itemsAndText: { en: 'A step has items or a text, not both.', zh: '步骤只能有 items 或 text 之一。' },
  overlapTooLarge: { en: 'The overlap must be smaller than the chunks.', zh: '重叠必须小于切分长度。' },
  chunksTooLarge: {
    en: 'The chunks would have more than {most:number} characters together.',
    zh: '所有分块合计超过 {most} 个字符。',
  },
  overlapFix: { en: 'Reduce chunkOverlap, or increase chunkSize.', zh: '请减小 chunkOverlap，或增大 chunkSize。' },
  batchErrorChoices: {
    en: 'Use "fail" (the step ends) or "skip" (the other batches are sent).',
    zh: '请使用“fail”（结束步骤）或“skip”（继续发送其他批次）。',
  },
  sshHostInvalid: { en: 'This is not the name or address of a host.', zh: '这不是主机名或地址。' },
  sshHostFix: {
    en: 'Give a name or an address without port and user, such as "build.example.org".',
    zh: '请给出不含端口和用户的主机名或地址，例如“build.example.org”。',
  },
  sshUserFix: { en: 'Give the name of a user of the host.', zh: '请给出该主机上的用户名。' },
  sshCommandFix: { en: 'Give the command as one text.', zh: '请以一段文本给出命令。' },
  sshKeyFix: {
    en: 'Name a Secret of the namespace that holds a private key: {{ "name": "…", "key": "ssh-privatekey" }}.',
    zh: '请写出命名空间中存有私钥的 Secret：{{ "name": "…", "key": "ssh-privatekey" }}。',
  },
  sshHostKeyInvalid: { en: 'This is not a public key of a host.', zh: '这不是主机的公钥。' },
  sshHostKeyFix: {
    en: 'Give the line of ssh-keyscan without the host, such as "ssh-ed25519 AAAA…".',
    zh: '请给出 ssh-keyscan 输出中不含主机的部分，例如“ssh-ed25519 AAAA…”。',
  },
  exitCodesFix: { en: 'Give a list of exit codes from 0 to 254.', zh: '请给出 0 到 254 的退出码列表。' },
  chaosActions: { en: 'Use "pod-kill", "cpu" or "memory".', zh: '请使用“pod-kill”、“cpu”或“memory”。' },
  chaosModes: {
    en: 'Use "evict", which respects disruption budgets, or "delete".',
    zh: '请使用遵守干扰预算的“evict”，或“delete”。',
  },
  chaosTooLong: { en: 'An experiment takes at most an hour.', zh: '实验至多持续一小时。' },
  chaosDurationFix: { en: 'Give a duration such as "30s" or "5m".', zh: '请给出时长，例如“30s”或“5m”。' },
  chaosQuantity: { en: 'This is not a positive quantity.', zh: '这不是正的数量。' },
  chaosQuantityFix: { en: 'Give a quantity such as "500m" or "512Mi".', zh: '请给出数量，例如“500m”或“512Mi”。' },
  chaosTooManyCores: { en: 'An experiment uses at most 64 cores.', zh: '实验至多使用 64 个核。' },
  chaosCountAndPercent: { en: 'A step has a count or a percentage, not both.', zh: '步骤只能有数量或百分比之一。' },
  chaosOneComponent: {
    en: 'CPU and memory are used beside one component, not beside several.',
    zh: 'CPU 和内存只能在一个组件旁占用，不能同时在多个组件旁占用。',
  },
  chaosOneComponentFix: { en: 'Give each component a step of its own.', zh: '请为每个组件设置单独的步骤。' },
  chaosPodsOnly: {
    en: '"{field}" is for the action "pod-kill" only.',
    zh: '“{field}”只用于动作“pod-kill”。',
  },
  chaosPodsOnlyFix: { en: 'Remove "{field}".', zh: '请删除“{field}”。' },
  helmChartInvalid: { en: 'This is not a place of a chart.', zh: '这不是 Chart 的位置。' },
  helmChartFix: {
    en: 'Give an absolute path on the machine of the platform, or oci://…, that its operator allows.',
    zh: '请给出平台所在机器上的绝对路径，或 oci://…，须由管理员允许。',
  },
  helmVersionFix: { en: 'Give a version such as "1.2.3".', zh: '请给出版本，例如“1.2.3”。' },
  helmHooksFix: {
    en: 'Use "run" or "skip".',
    zh: '请使用“run”或“skip”。',
  },
});

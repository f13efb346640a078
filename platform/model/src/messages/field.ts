import { defineMessages } from '@kubemin/base/message';

/** Rules that every field has: spelling, type, range, names, labels. */
export const fieldMessages = defineMessages('model.field', {
  remove: { en: 'Remove it.', zh: '请删除它。' },
  removeOneOfTwo: { en: 'Remove one of the two.', zh: '请删除其中之一。' },
  removeOneOfThem: { en: 'Remove one of them.', zh: '请删除其中之一。' },
  rename: { en: 'Rename it.', zh: '请改名。' },
  didYouMean: { en: ' Did you mean "{name}"?', zh: '是否想写“{name}”？' },
  useOneOf: { en: 'Use one of: {names:list}.', zh: '请使用其中之一：{names}。' },
  renameOneOfTwo: { en: 'Rename one of the two.', zh: '请为其中之一换个名称。' },
  givenTwice: {
    en: '"{field}" is given twice with different values, as "{first}" and as "{second}".',
    zh: '“{field}”以“{first}”和“{second}”两种写法给出，且值不同。',
  },
  protoKey: { en: '"__proto__" cannot be a key.', zh: '“__proto__”不能用作键。' },
  unknown: { en: 'Unknown field "{field}".{hint?}', zh: '未知字段“{field}”。{hint?}' },
  unknownIgnored: { en: 'Unknown field "{field}" is ignored.{hint?}', zh: '未知字段“{field}”被忽略。{hint?}' },
  removeOrUseOneOf: { en: 'Remove it, or use one of: {names:list}.', zh: '请删除它，或使用其中之一：{names}。' },
  renameTo: { en: 'Rename it to "{name}".', zh: '请改名为“{name}”。' },
  removeAlreadySet: { en: 'Remove it: "{name}" is already set.', zh: '请删除它：“{name}”已设置。' },
  noEffect: { en: '"{field}" has no effect: {reason:message}.', zh: '“{field}”不起作用：{reason}。' },
  string: { en: 'a string', zh: '字符串' },
  number: { en: 'a number', zh: '数字' },
  wholeNumber: { en: 'a whole number', zh: '整数' },
  boolean: { en: 'true or false', zh: 'true 或 false（布尔值）' },
  list: { en: 'a list', zh: '列表' },
  object: { en: 'an object', zh: '对象' },
  null: { en: 'null', zh: '空值 null' },
  required: { en: '"{field}" is required.', zh: '缺少必填字段“{field}”。' },
  wrongType: {
    en: '"{field}" must be {expected:message}, not {found:message}.',
    zh: '“{field}”必须是{expected}，而不是 {found}。',
  },
  wrongValue: {
    en: '"{field}" must be one of {values:list}, not {found:message}.{hint?}',
    zh: '“{field}”必须是 {values} 之一，而不是 {found}。{hint?}',
  },
  tooSmall: { en: '"{field}" must be at least {minimum}.', zh: '“{field}”至少为 {minimum}。' },
  tooBig: { en: '"{field}" must be at most {maximum}.', zh: '“{field}”至多为 {maximum}。' },
  invalid: { en: '"{field}" is not valid: {reason}.', zh: '“{field}”无效：{reason}。' },
  wholeNumberFromTo: {
    en: 'Give a whole number from {least:number} to {most:number}.',
    zh: '请给出 {least} 到 {most} 的整数。',
  },
  wholeNumberAtLeastOne: { en: 'Give a whole number of 1 or more.', zh: '请给出不小于 1 的整数。' },
  wholeNumberAtLeast: {
    en: 'Give a whole number of {least:number} or more, or leave it out.',
    zh: '请给出不小于 {least} 的整数，或省略它。',
  },
  secondsFromTo: {
    en: 'Give a whole number of seconds from {least:number} to 86400.',
    zh: '请给出 {least} 到 86400 的整秒数。',
  },
  backoffFactor: {
    en: 'Give a number from 1 to 10; 1 keeps the wait equal.',
    zh: '请给出 1 到 10 的数字；1 表示等待时间不变。',
  },
  wholeSeconds: { en: 'Give whole seconds.', zh: '请给出整秒数。' },
  wholeSecondsAtMostADay: { en: 'Give whole seconds, at most 86400.', zh: '请给出整秒数，至多 86400。' },
  durationFormat: {
    en: 'Give a number and a unit, such as "30s", "5m" or "1h30m"; at most 30 days.',
    zh: '请给出数字与单位，例如“30s”、“5m”或“1h30m”；至多 30 天。',
  },
  notDuration: { en: '"{value}" is not a duration.', zh: '“{value}”不是一段时长。' },
  commandFormat: {
    en: 'Give a list of arguments, such as ["npm", "start"]; for a line with pipes or variables, ["sh", "-c", "<the line>"].',
    zh: '请给出单词列表，例如 ["npm", "start"]；若命令行含有管道或变量，则写 ["sh", "-c", "<命令行>"]。',
  },
  nameFormat: {
    en: 'Use lower-case letters, digits and "-", with a letter or digit at both ends.',
    zh: '请使用小写字母、数字和“-”，首尾须为字母或数字。',
  },
  nameLength: { en: 'Use 2 to 63 characters.', zh: '请使用 2 到 63 个字符。' },
  nameEmpty: { en: 'The name is empty.', zh: '名称为空。' },
  nameTooShort: { en: 'The name "{name}" is too short.', zh: '名称“{name}”太短。' },
  nameTooLong: {
    en: 'The name has {length:number} characters, which is too long.',
    zh: '名称有 {length} 个字符，太长。',
  },
  nameInvalid: { en: 'The name "{name}" is not a valid DNS label.', zh: '名称“{name}”不是有效的 DNS 标签。' },
  labelFormat: {
    en: 'Use letters, digits, "-", "_" and "."; at most 63 characters each.',
    zh: '请使用字母、数字、“-”、“_”和“.”；各不超过 63 个字符。',
  },
  labelInvalid: {
    en: '"{key}: {value}" is not a valid Kubernetes label or annotation.',
    zh: '“{key}: {value}”不是有效的 Kubernetes 标签或注解。',
  },
  labelManaged: {
    en: 'The label "{key}" is managed by the platform; this value is ignored.',
    zh: '标签“{key}”由平台管理；此值被忽略。',
  },
  labelKeyFix: {
    en: 'Remove it, or use a key that does not start with "kube-min-cli" or "kubemin-share-".',
    zh: '请删除它，或使用不以“kube-min-cli”或“kubemin-share-”开头的键。',
  },
  andMore: { en: 'and {count:number} more', zh: '另有 {count} 个' },
  wrongFormat: { en: '"{field}" has the wrong format.', zh: '“{field}”的格式不正确。' },
  tooShort: { en: '"{field}" must have at least {minimum} characters.', zh: '“{field}”至少要有 {minimum} 个字符。' },
  tooLong: { en: '"{field}" must have at most {maximum} characters.', zh: '“{field}”至多 {maximum} 个字符。' },
  tooFew: { en: '"{field}" must have at least {minimum} entries.', zh: '“{field}”至少要有 {minimum} 项。' },
  tooMany: { en: '"{field}" must have at most {maximum} entries.', zh: '“{field}”至多 {maximum} 项。' },
});

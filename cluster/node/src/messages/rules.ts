import { defineMessages } from '@kubemin/base/message';

/** What is wrong with rules of simulated nodes. */
export const ruleMessages = defineMessages('node.rules', {
  mustBe: { en: 'must be {expected:message}, not {value}', zh: '必须是{expected}，而不是 {value}' },
  fields: { en: 'a record of fields', zh: '由字段组成的记录' },
  text: { en: 'text', zh: '文本' },
  flag: { en: 'true or false', zh: '布尔值 true 或 false' },
  duration: { en: 'a duration such as 500ms, 2s or 1m', zh: '时长，例如 500ms、2s 或 1m' },
  signedDuration: { en: 'a duration such as 5m or -30s', zh: '时长，例如 5m 或 -30s' },
  pull: { en: 'ok, error or a duration such as 5s', zh: '以下之一：ok、error 或时长（例如 5s）' },
  rate: { en: 'a number from 0 to 1', zh: '从 0 到 1 的数' },
  wholeNumber: { en: 'a whole number from {min:number} to {max:number}', zh: '从 {min} 到 {max} 的整数' },
  quantity: { en: 'a quantity of 0 or more such as 500m, 2 or 64Mi', zh: '不小于 0 的数量，例如 500m、2 或 64Mi' },
  oneOf: { en: 'one of {words:list}', zh: '以下之一：{words}' },
  labelKey: { en: 'a name such as app or example.com/tier', zh: '名称，例如 app 或 example.com/tier' },
  labelValue: {
    en: 'a label value: at most 63 letters, digits and -_.',
    zh: '标签值：至多 63 个字母、数字与 -_.',
  },
  prefix: {
    en: 'lower case letters, digits and dashes, at most {most:number}',
    zh: '小写字母、数字与连字符，至多 {most} 个',
  },
  list: { en: 'a list', zh: '列表' },
  empty: { en: 'must not be empty', zh: '不能为空' },
  missing: { en: 'is missing', zh: '缺失' },
  unknownField: { en: 'is not known here; known are {names}', zh: '在此未知；已知的有：{names}' },
  misspelt: { en: 'is not known here; did you mean {name}?', zh: '在此未知；是否指 {name}？' },
  prefixTaken: { en: 'is the prefix of another group, too: {prefix}', zh: '也是另一组的前缀：{prefix}' },
  tooManyNodes: {
    en: 'are {count:number} together; at most {most:number} can be simulated',
    zh: '合计 {count} 个；至多可模拟 {most} 个',
  },
  tooLong: { en: 'the rules are longer than {most:number} characters', zh: '规则超过 {most} 个字符' },
  notYaml: { en: 'is not YAML: {reason:message}', zh: '不是 YAML：{reason}' },
  noEffect: { en: 'has no effect; give it one of {effects}', zh: '没有效果；请给出以下之一：{effects}' },
  nodesOnly: {
    en: 'is about nodes, and nodes are matched by match.node alone; put it into a rule of its own',
    zh: '针对节点，而节点只由 match.node 匹配；请将其写成单独的规则',
  },
});

import type { Sentences } from './sentences.ts';

/** About the text of a document, and its fields as such. */
export const documentSentences: Sentences = {
  // Several rules
  'Remove it.': '请删除它。',
  'Remove one of the two.': '请删除其中之一。',
  'Remove one of them.': '请删除其中之一。',
  'Rename it.': '请改名。',
  ' Did you mean "{0}"?': '是否想写“{0}”？',
  '{0} and {1} more': '{0} 等（另有 {1} 个）',
  'Use one of: {0}.': '请使用其中之一：{0}。',
  'Use one of {0}.': '请使用其中之一：{0}。',
  'Give one of the two another name.': '请为其中之一换个名称。',

  // The text
  'The document has {0} characters; at most {1} are read.': '文档有 {0} 个字符；最多读取 {1} 个。',
  'Split the application, or move large files out of it.': '请拆分应用，或把大文件移出文档。',
  'Another document begins here; a text holds one application.': '这里开始了另一个文档；一个文本只包含一个应用。',
  'Remove the "---", or keep each application in a file of its own.': '请删除“---”，或让每个应用各用一个文件。',
  'The text is neither JSON nor YAML here: {0}': '此处的文本既不是 JSON 也不是 YAML：{0}',
  'Check brackets, commas, quotes and indentation around this place.': '请检查此处附近的括号、逗号、引号与缩进。',
  'The YAML aliases expand to far more than was written.': 'YAML 别名展开后远多于所写内容。',
  'Write the values out, or use fewer nested aliases.': '请直接写出这些值，或减少嵌套的别名。',
  'The document is nested too deeply.': '文档嵌套过深。',
  'The text could not be read.': '无法读取该文本。',
  'Write the application as one JSON or YAML object.': '请把应用写成一个 JSON 或 YAML 对象。',
  'An application document is an object with a name and components.': '应用文档是一个包含名称与组件的对象。',
  'Start with {"name": "…", "component": […]}.': '请以 {"name": "…", "component": […]} 开头。',
  'The document is nested deeper than {0} levels here.': '文档在此处嵌套超过 {0} 层。',
  'Flatten it; no field of an application needs more than a dozen levels.':
    '请减少层级；应用的任何字段都不需要超过十几层。',
  'A text here holds a zero character, which neither Kubernetes nor every database can keep.':
    '此处的文本含有零字符，Kubernetes 与部分数据库无法保存。',
  'Remove it, or encode the data, such as in base64.': '请删除它，或将数据编码，例如 base64。',
  'The document has more than {0} values.': '文档中的值超过 {0} 个。',
  'Split the application, or move large data out of it.': '请拆分应用，或把大量数据移出文档。',

  // Fields
  '"{0}" is given twice with different values, as "{1}" and as "{2}".': '“{0}”以“{1}”和“{2}”两种写法给出，且值不同。',
  '"__proto__" cannot be a key.': '“__proto__”不能用作键。',
  'Unknown field "{0}" is ignored.{1}': '未知字段“{0}”被忽略。{1}',
  'Remove it, or use one of: {0}.': '请删除它，或使用其中之一：{0}。',
  'Rename it to "{0}".': '请改名为“{0}”。',
  '"{0}" has no effect: {1}.': '“{0}”不起作用：{1}。',
  'a text': '文本',
  'a number': '数字',
  'a whole number': '整数',
  'true or false': 'true 或 false（布尔值）',
  'a list': '列表',
  'an object': '对象',
  'empty (null)': '空值（null）',
  ' entries': ' 项',
  ' characters': ' 个字符',
  '"{0}" is required.': '缺少必填字段“{0}”。',
  '{0} must be {1}, not {2}.': '{0} 必须是{1}，而不是 {2}。',
  '{0} must be one of {1}, not {2}.{3}': '{0} 必须是 {1} 之一，而不是 {2}。{3}',
  '{0} must be at least {1}{2}.': '{0} 至少为 {1}{2}。',
  '{0} must be at most {1}{2}.': '{0} 至多为 {1}{2}。',
  '{0} is not valid: {1}.': '{0} 无效：{1}。',
  'Give a whole number from 0 to 100.': '请给出 0 到 100 的整数。',
  'Give a whole number from 0 to 1000.': '请给出 0 到 1000 的整数。',
  'Give a whole number from 0 to 10000.': '请给出 0 到 10000 的整数。',
  'Give a whole number from 0 to 1000000.': '请给出 0 到 1000000 的整数。',
  'Give a whole number from 1 to 86400.': '请给出 1 到 86400 的整数。',
  'Give a whole number from 1 to 65535.': '请给出 1 到 65535 的整数。',
  'Give a whole number from {0} to {1}.': '请给出 {0} 到 {1} 的整数。',
  'Give a whole number of 1 or more.': '请给出不小于 1 的整数。',
  'Give a whole number of {0} or more, or leave it out.': '请给出不小于 {0} 的整数，或省略它。',
  'Give a whole number of seconds from {0} to 86400.': '请给出 {0} 到 86400 的整秒数。',
  'Give a number from 1 to 10; 1 keeps the wait equal.': '请给出 1 到 10 的数字；1 表示等待时间不变。',
  'Give whole seconds.': '请给出整秒数。',
  'Give whole seconds, at most 86400.': '请给出整秒数，至多 86400。',
  'Give a number and a unit, such as "30s", "5m" or "1h30m"; at most 30 days.':
    '请给出数字与单位，例如“30s”、“5m”或“1h30m”；至多 30 天。',
  '"{0}" is not a duration.': '“{0}”不是一段时长。',
  'Give a list of words, such as ["npm", "start"]; for a line with pipes or variables, ["sh", "-c", "<the line>"].':
    '请给出单词列表，例如 ["npm", "start"]；若命令行含有管道或变量，则写 ["sh", "-c", "<命令行>"]。',

  // Names and labels
  'Use lower-case letters, digits and "-", with a letter or digit at both ends.':
    '请使用小写字母、数字和“-”，首尾须为字母或数字。',
  'Use 2 to 63 characters.': '请使用 2 到 63 个字符。',
  'The name is empty.': '名称为空。',
  'The name "{0}" is too short.': '名称“{0}”太短。',
  'The name has {0} characters, too many.': '名称有 {0} 个字符，太长。',
  'The name "{0}" is not a valid DNS label.': '名称“{0}”不是有效的 DNS 标签。',
  'Use letters, digits, "-", "_" and "."; at most 63 characters each.':
    '请使用字母、数字、“-”、“_”和“.”；各不超过 63 个字符。',
  '"{0}: {1}" is not a valid Kubernetes label or annotation.': '“{0}: {1}”不是有效的 Kubernetes 标签或注解。',
  'The label "{0}" is managed by the platform; this value is ignored.': '标签“{0}”由平台管理；此值被忽略。',
  'Remove it, or use a key that does not start with "kube-min-cli" or "kubemin-share-".':
    '请删除它，或使用不以“kube-min-cli”或“kubemin-share-”开头的键。',
};

import { defineMessages } from '@kubemin/base/message';

/** The text of a document: JSON and YAML syntax, size, and files of other tools. */
export const sourceMessages = defineMessages('model.source', {
  tooManyCharacters: {
    en: 'The document has {length:number} characters; the limit is {most:number}.',
    zh: '文档有 {length} 个字符；上限为 {most} 个。',
  },
  splitOrMoveFiles: {
    en: 'Split the application, or move large files out of it.',
    zh: '请拆分应用，或把大文件移出文档。',
  },
  secondDocument: {
    en: 'Another document starts here; a file holds one application.',
    zh: '这里开始了另一个文档；一个文件只包含一个应用。',
  },
  secondDocumentFix: {
    en: 'Remove the "---", or put each application in its own file.',
    zh: '请删除“---”，或让每个应用各用一个文件。',
  },
  syntaxError: { en: 'Neither JSON nor YAML: {reason}', zh: '既不是 JSON 也不是 YAML：{reason}' },
  syntaxErrorFix: {
    en: 'Check brackets, commas, quotes and indentation here.',
    zh: '请检查此处附近的括号、逗号、引号与缩进。',
  },
  aliasesTooLarge: { en: 'The YAML aliases expand to too much data.', zh: 'YAML 别名展开后的数据过多。' },
  aliasesTooLargeFix: {
    en: 'Write the values out, or use fewer nested aliases.',
    zh: '请直接写出这些值，或减少嵌套的别名。',
  },
  tooDeep: { en: 'The document is nested too deeply.', zh: '文档嵌套过深。' },
  unreadable: { en: 'The text could not be read.', zh: '无法读取该文本。' },
  unreadableFix: {
    en: 'Write the application as one JSON or YAML object.',
    zh: '请把应用写成一个 JSON 或 YAML 对象。',
  },
  notAnObject: {
    en: 'An application document must be an object with a name and components.',
    zh: '应用文档是一个包含名称与组件的对象。',
  },
  notAnObjectFix: {
    en: 'Start with {{"name": "…", "component": […]}}.',
    zh: '请以 {{"name": "…", "component": […]}} 开头。',
  },
  nestedTooDeep: {
    en: 'The document is nested deeper than {most:number} levels here.',
    zh: '文档在此处嵌套超过 {most} 层。',
  },
  nestedTooDeepFix: {
    en: 'Flatten it; no field of an application needs more than a dozen levels.',
    zh: '请减少层级；应用的任何字段都不需要超过十几层。',
  },
  zeroCharacter: {
    en: 'This string contains a NUL character, which Kubernetes and some databases cannot store.',
    zh: '此字符串含有 NUL 字符，Kubernetes 与部分数据库无法保存。',
  },
  zeroCharacterFix: {
    en: 'Remove it, or encode the data, such as in base64.',
    zh: '请删除它，或将数据编码，例如 base64。',
  },
  tooManyValues: { en: 'The document has more than {most:number} values.', zh: '文档中的值超过 {most} 个。' },
  splitOrMoveData: {
    en: 'Split the application, or move large data out of it.',
    zh: '请拆分应用，或把大量数据移出文档。',
  },
  tabIndent: {
    en: 'This line is indented with a tab; YAML allows only spaces.',
    zh: '此行用制表符缩进；YAML 只允许空格。',
  },
  tabIndentFix: { en: 'Replace the tab with spaces.', zh: '请把制表符换成空格。' },
  keyTwice: { en: 'The key "{key}" is given twice in one object.', zh: '同一对象中键“{key}”出现了两次。' },
  keyTwiceFix: { en: 'Remove one of the two, or rename it.', zh: '请删除其中之一，或改名。' },
  noColon: { en: 'This line has no ":" after its key.', zh: '此行的键后面缺少“:”。' },
  noColonFix: { en: 'Write "key: value", with a space after the colon.', zh: '请写成“key: value”，冒号后留一个空格。' },
  noColonFixMultiline: {
    en: 'Write "key: value", with a space after the colon; indent the further lines of a text.',
    zh: '请写成“key: value”，冒号后留一个空格；多行文本的后续行需要缩进。',
  },
  needsQuotes: { en: 'A value cannot start with "{start}" without quotes.', zh: '不加引号的值不能以“{start}”开头。' },
  quoteValue: { en: 'Quote the value.', zh: '请给该值加上引号。' },
  badEscape: { en: '"{escape}" is not an escape sequence.', zh: '“{escape}”不是转义序列。' },
  badEscapeFix: { en: 'Write "\\\\" for a backslash, or use single quotes.', zh: '反斜杠请写作“\\\\”，或使用单引号。' },
  commaMissing: { en: 'A comma is missing before this.', zh: '此处之前缺少逗号。' },
  commaMissingFix: { en: 'Put a comma between the entries.', zh: '请在各项之间加逗号。' },
  trailingText: { en: 'There is text after the value on this line.', zh: '此行的值之后还有文本。' },
  trailingTextFix: {
    en: 'Quote the whole value, or remove the text after it.',
    zh: '请给整个值加引号，或删除其后的文本。',
  },
  badIndent: {
    en: 'This line is not indented like the others of its list or object.',
    zh: '此行的缩进与同一列表或对象的其他行不同。',
  },
  badIndentFix: { en: 'Start it in the same column as those above.', zh: '请与上面各行从同一列开始。' },
  quoteNotClosed: { en: 'This {quote} is never closed.', zh: '此处的 {quote} 没有闭合。' },
  quoteNotClosedFix: { en: 'Add the closing {quote} at the end of the value.', zh: '请在值的末尾加上闭合的 {quote}。' },
  bracketNotClosed: { en: 'A "{bracket}" above is not closed{before?}.', zh: '上面的“{bracket}”没有闭合{before?}。' },
  beforeBracket: { en: ', before this "{bracket}"', zh: '（在此处的“{bracket}”之前）' },
  bracketNotClosedFix: { en: 'Add the missing "{bracket}".', zh: '请补上缺少的“{bracket}”。' },
  colonNeedsQuotes: { en: 'A value with ": " in it needs quotes.', zh: '含有“: ”的值需要引号。' },
  indentedBelowValue: {
    en: 'This line is indented below one that already has a value.',
    zh: '此行缩进在一个已有值的行之下。',
  },
  indentedBelowValueFix: { en: 'Start it in the same column as the line above.', zh: '请与上一行从同一列开始。' },
  aliasWithoutAnchor: {
    en: 'A value that starts with "*" refers to an anchor, which is not set before it.',
    zh: '以“*”开头的值会引用锚点，而该锚点在此之前没有定义。',
  },
  aliasWithoutAnchorFix: {
    en: 'Quote the value, or set the anchor with "&".',
    zh: '请给该值加引号，或用“&”定义锚点。',
  },
  helmTemplate: {
    en: 'This is a template of a Helm chart, not an application document.',
    zh: '这是 Helm chart 的模板，不是应用文档。',
  },
  helmTemplateFix: {
    en: 'Run "helm template NAME CHART > manifests.yaml", then "kubemin import manifests.yaml".',
    zh: '请运行“helm template NAME CHART > manifests.yaml”，再运行“kubemin import manifests.yaml”。',
  },
  helmValuesFix: {
    en: 'Run "helm template NAME CHART -f {file} > manifests.yaml", then "kubemin import manifests.yaml".',
    zh: '请运行“helm template NAME CHART -f {file} > manifests.yaml”，再运行“kubemin import manifests.yaml”。',
  },
  scoreFile: { en: 'This is a Score file, not an application document.', zh: '这是 Score 文件，不是应用文档。' },
  composeFile: { en: 'This is a Compose file, not an application document.', zh: '这是 Compose 文件，不是应用文档。' },
  convert: { en: 'Run "{command}" to convert it.', zh: '请运行“{command}”进行转换。' },
  kubernetesManifest: {
    en: 'This is a Kubernetes manifest ({kind}), not an application document.',
    zh: '这是 Kubernetes 清单（{kind}），不是应用文档。',
  },
  convertOrApply: {
    en: 'Run "{command}" to convert it, or "kubemin apply -f {file}" to apply it as it is.',
    zh: '请运行“{command}”进行转换，或运行“kubemin apply -f {file}”原样应用。',
  },
  helmValues: {
    en: 'These look like values of a Helm chart, not an application document.',
    zh: '这看起来是 Helm chart 的 values，不是应用文档。',
  },
});

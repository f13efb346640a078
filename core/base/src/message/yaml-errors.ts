import { toError, verbatim } from './errors.ts';
import { defineMessages, type Message } from './message.ts';

/** What the YAML parser rejects, by its codes. */
export const yamlMessages = defineMessages('base.yaml', {
  ALIAS_PROPS: { en: 'an alias cannot have an anchor or a tag', zh: '别名不能带锚点或标签' },
  BAD_ALIAS: { en: 'an alias has no valid name', zh: '别名的名称无效' },
  BAD_COLLECTION_TYPE: { en: 'the tag does not fit a map or a list', zh: '标签与映射或列表不符' },
  BAD_DIRECTIVE: { en: 'a directive (%) is invalid', zh: '指令（%）无效' },
  BAD_DQ_ESCAPE: { en: 'invalid escape sequence in double quotes', zh: '双引号中的转义序列无效' },
  BAD_INDENT: { en: 'wrong indentation, or a bracket is not closed', zh: '缩进有误，或括号没有闭合' },
  BAD_PROP_ORDER: { en: 'anchor and tag must stand before the value', zh: '锚点与标签须写在值之前' },
  BAD_SCALAR_START: { en: 'a value that begins with this character needs quotes', zh: '以该字符开头的值须加引号' },
  BLOCK_AS_IMPLICIT_KEY: { en: 'a nested map must begin on a new line', zh: '嵌套的映射须另起一行' },
  BLOCK_IN_FLOW: { en: 'a comma or a closing bracket is missing', zh: '缺少逗号或右括号' },
  DUPLICATE_KEY: { en: 'a key is there twice', zh: '键重复' },
  IMPOSSIBLE: { en: 'the text cannot be parsed', zh: '无法解析该文本' },
  KEY_OVER_1024_CHARS: { en: 'a key is longer than 1024 characters', zh: '键超过 1024 个字符' },
  MISSING_CHAR: {
    en: 'a closing quote or bracket, a colon or a comma is missing',
    zh: '缺少右引号、右括号、冒号或逗号',
  },
  MULTILINE_IMPLICIT_KEY: { en: 'a key has no colon, or spans lines', zh: '键缺少冒号，或跨越多行' },
  MULTIPLE_ANCHORS: { en: 'a value has more than one anchor', zh: '一个值有多个锚点' },
  MULTIPLE_DOCS: { en: 'the file contains more than one document', zh: '文件包含多个文档' },
  MULTIPLE_TAGS: { en: 'a value has more than one tag', zh: '一个值有多个标签' },
  NON_STRING_KEY: { en: 'a key must be text', zh: '键须为文本' },
  RESOURCE_EXHAUSTION: { en: 'the text is nested too deeply', zh: '嵌套过深' },
  TAB_AS_INDENT: { en: 'tabs cannot indent; use spaces', zh: '不能用制表符缩进；请用空格' },
  TAG_RESOLVE_FAILED: { en: 'a tag is unknown or does not fit its value', zh: '标签未知，或与其值不符' },
  UNEXPECTED_TOKEN: { en: 'unexpected text, or a comma is missing', zh: '有多余的文本，或缺少逗号' },
  badAliases: {
    en: 'an alias has no anchor, contains itself, or aliases expand to too much data',
    zh: '别名没有对应的锚点、包含自身，或展开后的数据过多',
  },
  atPosition: { en: '{reason:message} (line {line}, column {column})', zh: '{reason}（第 {line} 行，第 {column} 列）' },
});

/**
 * What is wrong with a YAML text, from an error of the parser: one it lists, or one it throws when values are built. With
 * the place, where the parser gives one (`prettyErrors`).
 */
export function yamlErrorMessage(thrown: unknown): Message {
  const error = toError(thrown);
  // The parser recurses: nesting exhausts its stack. References are resolved, and limited, when values are built.
  if (error instanceof RangeError) return yamlMessages.RESOURCE_EXHAUSTION;
  if (error instanceof ReferenceError || error instanceof TypeError) return yamlMessages.badAliases;
  const reason =
    'code' in error && isYamlCode(error.code) ? yamlMessages[error.code] : verbatim(error.message.split('\n')[0] ?? '');
  const place = 'linePos' in error && Array.isArray(error.linePos) ? error.linePos[0] : undefined;
  return place === undefined ? reason : yamlMessages.atPosition({ reason, line: place.line, column: place.col });
}

type YamlCode = Exclude<keyof typeof yamlMessages & string, 'badAliases' | 'atPosition'>;

function isYamlCode(code: unknown): code is YamlCode {
  return typeof code === 'string' && /^[A-Z]/.test(code) && Object.hasOwn(yamlMessages, code);
}

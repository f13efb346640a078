import { defineMessages } from '@kubemin/base/message';

/** Image references. */
export const imageMessages = defineMessages('model.image', {
  invalid: { en: '"{image}" is not a valid image: {reason:message}.', zh: '“{image}”不是有效的镜像：{reason}。' },
  space: { en: 'it contains a space', zh: '其中有空格' },
  spaceFix: { en: 'Remove the space; arguments belong under "args".', zh: '请删除空格；参数请写在“args”下。' },
  scheme: { en: 'it starts with a URL scheme', zh: '以 URL 协议开头' },
  variable: { en: 'it contains a variable, which is not replaced', zh: '其中有变量，而变量不会被替换' },
  variableFix: { en: 'Write the value in its place.', zh: '请在该处写出值。' },
  digest: { en: 'the digest after "@" is not valid', zh: '“@”之后的摘要无效' },
  digestFix: {
    en: 'Write "@sha256:" and 64 lower-case hexadecimal digits.',
    zh: '请写“@sha256:”加 64 位小写十六进制数字。',
  },
  emptyTag: { en: 'nothing follows the ":"', zh: '“:”之后没有内容' },
  emptyTagFix: {
    en: 'Add a tag, such as "{name}:1.0", or remove the ":".',
    zh: '请加上标签，例如“{name}:1.0”，或删除“:”。',
  },
  tag: { en: '"{tag}" cannot be a tag', zh: '“{tag}”不能作为标签' },
  tagFix: {
    en: 'Use at most 128 letters, digits, "_", "." and "-".',
    zh: '请使用至多 128 个字母、数字、“_”、“.”与“-”。',
  },
  noName: { en: 'it has no name', zh: '没有名称' },
  format: {
    en: 'Write it as [registry[:port]/]name[:tag][@digest], such as "nginx:1.27".',
    zh: '请写成 [registry[:port]/]name[:tag][@digest]，例如“nginx:1.27”。',
  },
  nameTooLong: { en: 'its name has {length:number} characters', zh: '名称有 {length} 个字符' },
  nameTooLongFix: { en: 'Use at most {most:number} characters.', zh: '请使用至多 {most} 个字符。' },
  registry: { en: '"{registry}" cannot be a registry', zh: '“{registry}”不能作为镜像仓库' },
  port: { en: '"{registry}" has no valid port', zh: '“{registry}”的端口无效' },
  portFix: { en: 'Give a port from 1 to 65535, or remove the ":".', zh: '请给出 1 到 65535 的端口，或删除“:”。' },
  emptyPart: { en: 'a part between slashes is empty', zh: '两个斜杠之间为空' },
  emptyPartFix: { en: 'Remove the extra "/".', zh: '请删除多余的“/”。' },
  upperCase: { en: 'its name has upper-case letters', zh: '名称中有大写字母' },
  namePart: { en: '"{part}" cannot be part of its name', zh: '“{part}”不能作为名称的一部分' },
  namePartFix: {
    en: 'Use lower-case letters and digits, with ".", "_" or "-" between them.',
    zh: '请使用小写字母与数字，其间可用“.”、“_”或“-”。',
  },
});

import { defineMessages } from '@kubemin/base/message';

/** Content that cannot be stored or read. */
export const contentMessages = defineMessages('functions.content', {
  tooLarge: {
    en: 'the content has {size:number} bytes; at most {limit:number} can be stored',
    zh: '内容有 {size} 字节；最多可存储 {limit} 字节',
  },
  badDigest: {
    en: '"{digest}" is not a digest: sha256: and 64 hexadecimal digits',
    zh: '“{digest}”不是摘要：应为 sha256: 加 64 位十六进制数字',
  },
  missing: {
    en: 'the content {digest} is not in namespace {namespace}, or not complete; upload it again',
    zh: '命名空间 {namespace} 中没有内容 {digest}，或内容不完整；请重新上传',
  },
  damaged: {
    en: 'the content {digest} in namespace {namespace} is damaged: it does not have this digest; upload it again',
    zh: '命名空间 {namespace} 中的内容 {digest} 已损坏：摘要不符；请重新上传',
  },
});

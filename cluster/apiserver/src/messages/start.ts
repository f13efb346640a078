import { defineMessages } from '@kubemin/base/message';

/** Files that keep an API server from starting: certificates, keys, tokens. */
export const startMessages = defineMessages('apiserver.start', {
  certificatesNotWritable: {
    en: 'cannot write certificates to {directory}: check that it is writable',
    zh: '无法将证书写入 {directory}：请检查该目录是否可写',
  },
  certificatesNotReadable: {
    en: 'cannot read {path}: check its permissions',
    zh: '无法读取 {path}：请检查其权限',
  },
  keyNotWritable: {
    en: 'cannot write {path}: check that the directory is writable',
    zh: '无法写入 {path}：请检查该目录是否可写',
  },
  keyInvalid: {
    en: '{path} is not a private key for {algorithm} ({why}): restore it, or remove it to start over',
    zh: '{path} 不是 {algorithm} 的私钥（{why}）：请恢复它，或删除它以重新开始',
  },
  twoLines: { en: '{first:message}\n{second:message}', zh: '{first}\n{second}' },
  tokenFileInvalid: { en: 'cannot use {file}:\n{problems:message}', zh: '无法使用 {file}：\n{problems}' },
  atLine: { en: '{place}: {problem:message}', zh: '{place}：{problem}' },
  tokenColumns: { en: 'expected token,user,uid[,"group1,group2"]', zh: '应为 token,user,uid[,"group1,group2"]' },
  tooManyColumns: {
    en: 'too many columns; put several groups into quotes: "group1,group2"',
    zh: '列数过多；多个组请放在引号中："group1,group2"',
  },
  tokenEmpty: { en: 'the token is empty, the line is skipped', zh: '令牌为空，已跳过该行' },
  tokenSpaces: { en: 'a token cannot contain spaces', zh: '令牌不能包含空格' },
  userEmpty: { en: 'the user name is empty', zh: '用户名为空' },
  quoteOpen: {
    en: 'field {field:number} has an opening quote without a closing one',
    zh: '第 {field} 个字段的引号没有结束',
  },
  quoteInside: { en: 'field {field:number} has a quote in its middle', zh: '第 {field} 个字段的中间有引号' },
  tokenTwice: {
    en: 'a token occurs twice, it now stands for "{user}" only',
    zh: '一个令牌出现了两次，现在只代表“{user}”',
  },
});

/** Problems of an EncryptionConfiguration; the values of keys are in none of them. */
export const encryptionMessages = defineMessages('apiserver.encryption', {
  notYaml: { en: '{where} is not YAML', zh: '{where} 不是 YAML' },
  invalid: {
    en: '{where} is not a usable EncryptionConfiguration:\n{problems:message}',
    zh: '{where} 不是可用的 EncryptionConfiguration：\n{problems}',
  },
  atPath: { en: '  {path}: {problem:message}', zh: '  {path}：{problem}' },
  mustBe: { en: 'must be {value}', zh: '必须是 {value}' },
  noEntries: { en: 'must list at least one entry', zh: '至少须有一项' },
  noResources: {
    en: 'must list resources, such as secrets or *.apps',
    zh: '须列出资源，例如 secrets 或 *.apps',
  },
  badResource: {
    en: '{name} is not a resource, *.group, *. or *.*',
    zh: '{name} 不是资源、*.group、*. 或 *.*',
  },
  noProviders: { en: 'must list at least one provider', zh: '至少须有一个 provider' },
  oneProvider: { en: 'must name exactly one provider', zh: '须恰好指定一个 provider' },
  unknownProvider: {
    en: 'the provider {name} is not supported; use aesgcm, aescbc or identity',
    zh: '不支持 provider {name}；请使用 aesgcm、aescbc 或 identity',
  },
  noKeys: { en: 'must list at least one key', zh: '至少须有一个密钥' },
  keyTwice: { en: 'two keys have one name', zh: '两个密钥的名称相同' },
  keyName: {
    en: 'must be 1 to 253 printable ASCII characters without a colon',
    zh: '必须是 1 到 253 个可打印的 ASCII 字符，不含冒号',
  },
  keySecret: { en: 'must be 16, 24 or 32 bytes in base64', zh: '必须是以 base64 表示的 16、24 或 32 字节' },
});

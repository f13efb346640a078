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
  otherCurve: { en: 'not a P-256 key', zh: '不是 P-256 密钥' },
  keyInvalid: {
    en: '{path} is not a private key for {algorithm} ({why:message}): restore it, or remove it to start over',
    zh: '{path} 不是 {algorithm} 的私钥（{why}）：请恢复它，或删除它以重新开始',
  },
  noAuthority: {
    en: 'there is no certificate authority in {directory}: start the API server with this directory first',
    zh: '{directory} 中没有证书颁发机构：请先用该目录启动 API 服务器',
  },
  requestInvalid: {
    en: 'the certificate request cannot be read, or is not signed by its own key',
    zh: '无法读取证书签名请求，或它未由自身的密钥签名',
  },
  authorityKeyType: {
    en: 'the key of the certificate authority is of type {type}; only type ec is supported: replace ca.key and ca.crt by such a pair, or remove both to create new ones, which clients must then trust',
    zh: '证书颁发机构的密钥类型为 {type}，仅支持 ec：请用此类密钥对替换 ca.key 和 ca.crt，或删除两者以重新创建，客户端须信任新的证书',
  },
  unknownAdmission: {
    en: 'there is no admission plug-in {name}: use {known}',
    zh: '没有名为 {name} 的准入插件：可用的有 {known}',
  },
  unknownAuthorization: {
    en: 'there is no authorization mode {name}: use {known}',
    zh: '没有名为 {name} 的授权模式：可用的有 {known}',
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

/** Problems of an AdmissionConfiguration and of the files that it names. */
export const admissionMessages = defineMessages('apiserver.admission', {
  notYaml: { en: '{where} is not YAML', zh: '{where} 不是 YAML' },
  invalid: {
    en: '{where} is not a usable configuration of admission plug-ins:\n{problems:message}',
    zh: '{where} 不是可用的准入插件配置：\n{problems}',
  },
  atPath: { en: '  {path}: {problem:message}', zh: '  {path}：{problem}' },
  mustBe: { en: 'must be {value}', zh: '必须是 {value}' },
  notAList: { en: 'must be a list', zh: '必须是列表' },
  notAConfiguration: { en: 'must be an object of kind {kind}', zh: '必须是类型为 {kind} 的对象' },
  notAnObject: { en: 'must be an object', zh: '必须是对象' },
  unknownField: { en: 'unknown field; use {known}', zh: '未知字段；可用的有 {known}' },
  notConfigurable: {
    en: '{name} has no configuration here; use {known}',
    zh: '{name} 在此没有配置；可用的有 {known}',
  },
  configuredTwice: { en: '{name} is configured twice', zh: '{name} 被配置了两次' },
  notAString: { en: 'must be a string', zh: '必须是字符串' },
  noConfiguration: { en: 'must have configuration, or path', zh: '必须有 configuration 或 path' },
  twoConfigurations: { en: 'must have either configuration or path', zh: 'configuration 与 path 只能有一个' },
});

/** Problems of an EncryptionConfiguration; the values of keys are in none of them. */
export const encryptionMessages = defineMessages('apiserver.encryption', {
  wrongKey: {
    en: '{object} does not decrypt with key {key} of provider {provider} in {where}: the key is another one of that name, or the value was altered; put the keys in place that this object store was used with',
    zh: '无法用 {where} 中 provider {provider} 的密钥 {key} 解密 {object}：该名称的密钥已更换，或数据被改动；请放回此对象存储所用的密钥',
  },
  unknownKey: {
    en: '{object} is encrypted with key {key} of provider {provider}, which {where} does not have; put the keys in place that this object store was used with',
    zh: '{object} 由提供者 {provider} 的密钥 {key} 加密，而 {where} 中没有它；请放回此对象存储所用的密钥',
  },
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

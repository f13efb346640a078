import { defineMessages } from '@kubemin/base/message';

/** Rules of single fields of the contract. */
export const schemaMessages = defineMessages('client.schema', {
  applicationDocument: { en: 'must be an application document', zh: '必须是应用文档' },
  currentRevisionMissing: { en: 'lacks the current revision of the application', zh: '缺少应用的当前修订版' },
  revisionTooHigh: {
    en: 'has a revision above the current one of the application',
    zh: '含有高于应用当前修订版的修订版',
  },
  clusterName: {
    en: 'must be 2 to 63 lower-case letters, digits and "-"',
    zh: '必须是 2 到 63 个小写字母、数字和“-”',
  },
  defaultClusterName: {
    en: 'is reserved for the cluster that the platform was started with',
    zh: '是平台启动时所用集群的保留名称',
  },
  namespaceName: { en: 'must be the name of a namespace', zh: '必须是命名空间的名称' },
  since: {
    en: 'must be a moment such as 2026-01-31T12:00:00Z, or a duration such as 90s, 15m, 2h or 7d',
    zh: '必须是时刻，如 2026-01-31T12:00:00Z，或时长，如 90s、15m、2h、7d',
  },
  wait: {
    en: 'must be a number of seconds, or a duration such as 30s or 1m30s',
    zh: '必须是秒数，或时长，如 30s、1m30s',
  },
  callbackUrl: {
    en: 'must be an address that begins with http:// or https://',
    zh: '必须是以 http:// 或 https:// 开头的地址',
  },
  serviceName: { en: 'must be the name of a Service', zh: '必须是 Service 的名称' },
  objectName: {
    en: 'must be the name of an object, without "/" and "%"',
    zh: '必须是对象的名称，不含“/”和“%”',
  },
  codeSize: { en: 'must have at most 400,000 characters', zh: '最多 400,000 个字符' },
  podName: { en: 'must be the name of a pod', zh: '必须是 Pod 的名称' },
  applicationId: { en: 'must be the id of an application', zh: '必须是应用的 id' },
  componentRequired: {
    en: 'must name at least one component, as in {{ "web": 3 }}',
    zh: '必须至少写一个组件，如 {{ "web": 3 }}',
  },
  projectName: { en: 'must not be "*", which means all projects', zh: '不得为“*”：它表示所有项目' },
  namespacePattern: {
    en: 'must be the name of a namespace, or the beginning of names followed by *, as team-a-*',
    zh: '必须是命名空间的名称，或名称的开头加 *，例如 team-a-*',
  },
  reference: {
    en: 'must be Kind/name or Kind/namespace/name, as Secret/registry or Secret/certs/wildcard-*',
    zh: '必须是 Kind/name 或 Kind/namespace/name，例如 Secret/registry 或 Secret/certs/wildcard-*',
  },
  quantity: { en: 'must be a quantity, as 500m, 4 or 8Gi', zh: '必须是数量，例如 500m、4 或 8Gi' },
  profileName: {
    en: 'must be 1 to 63 lower-case letters, digits and "-"',
    zh: '必须是 1 到 63 个小写字母、数字和“-”',
  },
  projectRequired: {
    en: 'must name at least one project; omit it for all projects',
    zh: '必须至少写一个项目；省略则表示所有项目',
  },
  base64: { en: 'must be base64', zh: '必须是 base64' },
  hexDigest: { en: 'must be 64 hexadecimal digits', zh: '必须是 64 个十六进制数字' },
  userName: {
    en: 'must be 1 to 63 of a-z, 0-9, ".", "-", "_" and "@"',
    zh: '必须是 1 到 63 个字符，只能包含 a-z、0-9、“.”、“-”、“_”和“@”',
  },
});

/** Values that do not fit the schema of their field. */
export const valueMessages = defineMessages('client.value', {
  required: { en: 'is required', zh: '必填' },
  wrongType: { en: 'must be of type {expected}, not {received}', zh: '类型必须是 {expected}，而不是 {received}' },
  notExpected: { en: 'must be of type {expected}', zh: '类型必须是 {expected}' },
  literal: { en: 'must be {value}', zh: '必须是 {value}' },
  oneOf: { en: 'must be one of: {values:list}', zh: '必须是其中之一：{values}' },
  atLeast: { en: 'must be at least {limit:number}', zh: '不能小于 {limit}' },
  above: { en: 'must be greater than {limit:number}', zh: '必须大于 {limit}' },
  atMost: { en: 'must be at most {limit:number}', zh: '不能大于 {limit}' },
  below: { en: 'must be less than {limit:number}', zh: '必须小于 {limit}' },
  tooShort: {
    en: 'must have at least {limit:character|characters}',
    zh: '至少需要 {limit} 个字符',
  },
  tooLong: { en: 'must have at most {limit:character|characters}', zh: '最多 {limit} 个字符' },
  tooFew: { en: 'must have at least {limit:entry|entries}', zh: '至少需要 {limit} 项' },
  tooMany: { en: 'must have at most {limit:entry|entries}', zh: '最多 {limit} 项' },
  pattern: { en: 'must match the pattern {pattern}', zh: '必须匹配模式 {pattern}' },
  format: { en: 'must have the format {format}', zh: '格式必须是 {format}' },
  multipleOf: { en: 'must be a multiple of {divisor:number}', zh: '必须是 {divisor} 的倍数' },
  unknownFields: { en: 'has unknown fields: {fields:list}', zh: '含有未知字段：{fields}' },
  noMatch: { en: 'matches none of the accepted forms', zh: '不符合任何可接受的形式' },
  topics: {
    en: 'must name 1 to {limit:number} topics, as run:<id>, app:<id>, runs, applications',
    zh: '必须写 1 到 {limit} 个主题，如 run:<id>、app:<id>、runs、applications',
  },
  unknownTopic: {
    en: 'unknown topic "{topic}"; use run:<id>, app:<id>, runs or applications',
    zh: '未知主题“{topic}”；请使用 run:<id>、app:<id>、runs 或 applications',
  },
});

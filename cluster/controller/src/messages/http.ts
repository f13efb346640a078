import { defineMessages } from '@kubemin/base/message';

/** Requests that the HTTP servers of a program reject. */
export const httpMessages = defineMessages('controller.http', {
  pathNotEncoded: {
    en: "'{segment}' in the path is not correctly percent-encoded",
    zh: '路径中的“{segment}”没有正确地作百分号编码',
  },
  noRoute: { en: 'no route for {path}', zh: '没有路径 {path}' },
  methodNotAllowed: {
    en: '{path} does not support {method}; it supports {allow}',
    zh: '{path} 不支持 {method}；它支持 {allow}',
  },
  timedOut: {
    en: 'no response within {ms:number} ms; the request may still take effect, so check before you repeat it',
    zh: '{ms} 毫秒内没有响应；该请求仍可能生效，重试前请先检查',
  },
  bodyTooLarge: { en: 'the body is larger than {limit:number} bytes', zh: '请求体超过 {limit} 字节' },
  mediaType: {
    en: 'content type {type} is not supported; send application/json',
    zh: '不支持内容类型 {type}；请发送 application/json',
  },
  bodyNotObject: { en: 'the body must be a JSON object', zh: '请求体必须是 JSON 对象' },
  bodyNotJson: { en: 'the body is not JSON: {reason}', zh: '请求体不是 JSON：{reason}' },
  badAddress: {
    en: "'{text}' is not an address to listen on: write :PORT, HOST:PORT or [IPV6]:PORT with a port up to {max:number}, or 0 to turn it off",
    zh: '“{text}”不是监听地址：请写 :PORT、HOST:PORT 或 [IPV6]:PORT，端口不超过 {max}，或写 0 表示关闭',
  },
  retryLater: { en: '{reason:message}; try again later', zh: '{reason}；请稍后再试' },
  internal: { en: 'internal error; see the log of the server', zh: '内部错误；请查看服务器的日志' },
});

/** Requests that the REST API of the resources rejects. */
export const apiextMessages = defineMessages('controller.apiext', {
  noPhases: { en: '{plural} have no phases', zh: '{plural} 没有阶段' },
  objectUnreadable: {
    en: '{kind} "{name}" has a spec or status that is not an object; correct it with kubectl edit',
    zh: '{kind}“{name}”的 spec 或 status 不是对象；请用 kubectl edit 改正',
  },
  clusterScoped: {
    en: "{plural} are cluster-scoped: write - instead of the namespace '{namespace}'",
    zh: '{plural} 是集群级的：请写 - 而不是命名空间“{namespace}”',
  },
  namespaced: {
    en: '{plural} are namespaced: write a namespace instead of -',
    zh: '{plural} 是命名空间级的：请写命名空间而不是 -',
  },
  resourceUnknown: { en: "there is no resource '{kind}'; there are {known}", zh: '没有资源“{kind}”；现有：{known}' },
  resourceMisspelt: {
    en: "there is no resource '{kind}'; did you mean {name}?",
    zh: '没有资源“{kind}”；是否指 {name}？',
  },
  versionUnknown: {
    en: '{plural} are not served as {version}, but as {served}',
    zh: '{plural} 的版本不是 {version}，而是 {served}',
  },
  badName: { en: "'{value}' is not a name", zh: '“{value}”不是名称' },
  listTooLong: {
    en: 'there are more than {limit:number} {plural}; narrow the list with labelSelector, such as labelSelector=app=shop',
    zh: '{plural} 超过 {limit} 个；请用 labelSelector 缩小范围，例如 labelSelector=app=shop',
  },
  impersonation: {
    en: 'impersonation is not supported; send a token of the user to act as',
    zh: '不支持模拟用户；请发送相应用户的令牌',
  },
  reviewRefused: {
    en: 'cannot review the token: this program must be allowed to create tokenreviews ({reason})',
    zh: '无法审查令牌：本程序须有创建 tokenreviews 的权限（{reason}）',
  },
  invalidFields: { en: '{problems:list}', zh: '{problems}' },
  invalidField: { en: '{field} {problem:message}', zh: '{field} {problem}' },
  invalidParameter: { en: '{field}: {problem:message}', zh: '{field}：{problem}' },
  notText: { en: 'must be a string', zh: '必须是字符串' },
  notOfPath: { en: "is '{value}', but the path has '{expected}'", zh: '是“{value}”，而路径中是“{expected}”' },
  setByServer: { en: 'is set by the server; omit it', zh: '由服务器设置；请省略' },
  notLabels: { en: 'must be a map of strings', zh: '必须是字符串的映射' },
  givenTwice: { en: 'is given more than once; give it once', zh: '出现了多次；请只给出一次' },
  notANumber: {
    en: "'{value}' is not a whole number from 1 to {most:number}",
    zh: '“{value}”不是 1 到 {most} 之间的整数',
  },
  unknownParameter: { en: "there is no parameter '{name}'; {advice:message}", zh: '没有参数“{name}”；{advice}' },
  unknownField: { en: "there is no field '{name}'; {advice:message}", zh: '没有字段“{name}”；{advice}' },
  knownNames: { en: 'known are {names}', zh: '已知的有：{names}' },
  didYouMean: { en: 'did you mean {name}?', zh: '是否指 {name}？' },
  notACondition: {
    en: "'{condition}' is not FIELD OPERATOR VALUE with one of = != ~ > < >= <=, such as phase=Failed",
    zh: '“{condition}”不是 FIELD OPERATOR VALUE，运算符为 = != ~ > < >= <= 之一，例如 phase=Failed',
  },
  noToken: {
    en: 'no bearer token; send the token you use with kubectl as "Authorization: Bearer TOKEN"',
    zh: '没有 bearer 令牌；请以“Authorization: Bearer TOKEN”发送您用于 kubectl 的令牌',
  },
  tokenRefused: {
    en: 'the cluster does not accept this token; it may have expired',
    zh: '集群不接受此令牌；它可能已过期',
  },
  fieldTaken: {
    en: "{name}: {fields} cannot be shown beside the object's own {taken}; rename the field, or leave the resource out of the extension API",
    zh: '{name}：{fields} 与对象自身的 {taken} 冲突；请为字段改名，或不在扩展 API 中提供该资源',
  },
});

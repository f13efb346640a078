import { defineMessages } from '@kubemin/base/message';

/** Requests that the server cannot read or carry out, whatever they are about. */
export const requestMessages = defineMessages('server.request', {
  bodyEmpty: {
    en: 'the request body is empty; send the application document as JSON or YAML',
    zh: '请求内容为空；请以 JSON 或 YAML 发送应用文档',
  },
  bodyTooLarge: { en: 'the request body is too large; split the application', zh: '请求内容过大；请拆分应用' },
  bodyNotJson: {
    en: 'the request body is not valid JSON at line {line:number}, column {column:number}: {reason}',
    zh: '请求内容在第 {line} 行第 {column} 列处不是有效的 JSON：{reason}',
  },
  socketOnly: { en: 'open a WebSocket for {path}', zh: '请为 {path} 打开 WebSocket' },
  socketProtocol: {
    en: 'none of the WebSocket protocols {offered:list} is known here; use one of: {known:list}',
    zh: 'WebSocket 协议 {offered} 均未知；请使用其中之一：{known}',
  },
  originRefused: {
    en: 'a web page of {origin} may not open a WebSocket here; allow it with --cors-origins, and name the proxy in front with --trusted-proxies',
    zh: '来自 {origin} 的网页不得在此打开 WebSocket；请用 --cors-origins 允许它，并用 --trusted-proxies 指明前面的代理',
  },
  invalid: { en: 'invalid request: {problems:list}', zh: '请求无效：{problems}' },
  more: { en: ' (and {count:number} more)', zh: '（另有 {count} 处）' },
  firstOfSeveral: { en: '{first:message}{more?}', zh: '{first}{more?}' },
  unknownField: { en: 'unknown field "{field}"{hint?}', zh: '未知字段“{field}”{hint?}' },
  unknownParameter: { en: 'unknown query parameter "{parameter}"{hint?}', zh: '未知查询参数“{parameter}”{hint?}' },
  didYouMean: { en: '; did you mean "{name}"?', zh: '；是否想写“{name}”？' },
  renameField: { en: 'rename it to "{name}"', zh: '请改名为“{name}”' },
  removeField: { en: 'remove it', zh: '请将其删除' },
  removeOrUse: { en: 'remove it, or use one of: {fields:list}', zh: '请将其删除，或使用其中之一：{fields}' },
  request: { en: 'the request', zh: '请求' },
  bundleContent: { en: 'the content of the bundle', zh: '导出包的内容' },
  tooDeep: {
    en: '{subject:message} is nested deeper than {levels:number} levels; flatten it',
    zh: '{subject}的嵌套超过 {levels} 层；请减少层数',
  },
  nulCharacter: {
    en: '{subject:message} contains a NUL character (\\u0000), which cannot be stored; remove it',
    zh: '{subject}包含无法保存的 NUL 字符（\\u0000）；请将其删除',
  },
  ifMatchInvalid: {
    en: 'the header If-Match must be a revision such as "3", not {value}',
    zh: '请求头 If-Match 必须是修订版，如 "3"，而不是 {value}',
  },
  lastEventIdInvalid: {
    en: 'the header Last-Event-ID must be the id of an event of this stream, not "{value}"',
    zh: '请求头 Last-Event-ID 必须是此事件流中事件的 id，而不是“{value}”',
  },
  cursorInvalid: {
    en: 'the value of `continue` is not the `next` of a page of this list; start with the first page',
    zh: '`continue` 的值不是此列表某一页的 `next`；请从第一页开始',
  },
  keyInProgress: {
    en: 'the first request with this Idempotency-Key is still in progress; retry later',
    zh: '使用该 Idempotency-Key 的首个请求仍在执行；请稍后重试',
  },
  keyReused: {
    en: 'this Idempotency-Key has been used for another request; use a new key for each request',
    zh: '该 Idempotency-Key 已用于另一个请求；请为每个请求使用新的键',
  },
  keyInvalid: {
    en: 'the header Idempotency-Key must be 1 to 255 printable characters without spaces',
    zh: '请求头 Idempotency-Key 必须是 1 到 255 个不含空格的可打印字符',
  },
  keyUnsupported: {
    en: 'the response of this request is not stored, so it takes no Idempotency-Key',
    zh: '此请求的应答不会保存，因此不能使用 Idempotency-Key',
  },
  unreadable: { en: 'the request cannot be read', zh: '无法读取请求' },
  wrongLength: {
    en: 'the length of the body differs from the header content-length',
    zh: '请求内容的长度与请求头 content-length 不符',
  },
  badPath: { en: 'the path is not correctly percent-encoded', zh: '路径的百分号编码不正确' },
  badContentType: { en: 'the header content-type is invalid', zh: '请求头 content-type 无效' },
  incomplete: {
    en: 'the request did not arrive completely before the deadline; send it again',
    zh: '请求未能及时完整到达；请重新发送',
  },
  notHttp: { en: 'the request is not valid HTTP: {reason}', zh: '请求不是有效的 HTTP：{reason}' },
  pathNotFound: {
    en: 'no such path: {path}; the paths of the API begin with {prefix}',
    zh: '没有路径 {path}；API 的路径以 {prefix} 开头',
  },
  methodNotAllowed: {
    en: '{path} does not support {method}; use {methods:list}',
    zh: '{path} 不支持 {method}；请使用 {methods}',
  },
  internal: { en: 'internal server error; see the log of the server', zh: '服务器内部错误；详见其日志' },
  unavailable: {
    en: 'a service that the server needs is unavailable; retry shortly',
    zh: '服务器所需的某项服务暂时不可用；请稍后重试',
  },
  diskFull: {
    en: 'no space left on the disk of the database; free some space, then retry',
    zh: '数据库所在磁盘空间不足；请腾出空间后重试',
  },
  auditUnavailable: {
    en: 'nothing was done: the audit entry cannot be stored; retry shortly',
    zh: '没有执行任何操作：无法保存审计记录；请稍后重试',
  },
  notReady: { en: 'not ready: {failures:list}', zh: '尚未就绪：{failures}' },
  checkFailed: { en: '{check}: {reason:message}', zh: '{check}：{reason}' },
  metricsOff: { en: 'metrics are turned off on this server', zh: '此服务器已关闭指标' },
  timeout: { en: 'no response within {seconds:number} s', zh: '{seconds} 秒内没有应答' },
});

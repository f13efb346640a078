import { defineMessages } from '@kubemin/base/message';

/** Functions and their gateway. */
export const functionMessages = defineMessages('functions.function', {
  gatewayUnreachable: {
    en: 'the gateway of functions at {url} cannot be reached',
    zh: '无法连接位于 {url} 的函数网关',
  },
  unknownFunction: { en: 'there is no function {name}', zh: '没有函数 {name}' },
  unknownRevision: {
    en: 'no revision {revision} of function {name} serves requests',
    zh: '函数 {name} 没有提供服务的修订版 {revision}',
  },
  unknownInvocation: { en: 'there is no invocation {name}', zh: '没有调用记录 {name}' },
  unknownPath: {
    en: 'nothing is served at {path}; functions are at /functions/NAME and /functions/NAMESPACE/NAME',
    zh: '{path} 处没有内容；函数位于 /functions/名称 与 /functions/命名空间/名称',
  },
  overloaded: {
    en: '{limit:number} calls of the function {name} are waiting for an instance already',
    zh: '已有 {limit} 个对函数 {name} 的调用在等待实例',
  },
  bodiesTooLarge: {
    en: 'the bodies of the calls that are waiting take too much memory; try again later',
    zh: '等待中的调用的请求体占用内存过多；请稍后重试',
  },
  bodyTooLarge: {
    en: 'the body has more than {bytes:number} bytes',
    zh: '请求体超过 {bytes} 字节',
  },
  bodyNotJson: { en: 'the body must be a JSON object of arguments', zh: '请求体必须是由参数组成的 JSON 对象' },
  startTimeout: {
    en: 'no instance of the function {namespace}/{name} was ready within {seconds:number} s',
    zh: '函数 {namespace}/{name} 在 {seconds} 秒内没有就绪的实例',
  },
  callTimeout: {
    en: 'the function {namespace}/{name} did not respond within {seconds:number} s',
    zh: '函数 {namespace}/{name} 在 {seconds} 秒内没有应答',
  },
  instanceLost: {
    en: 'the instance {instance} was lost before it responded',
    zh: '实例 {instance} 在应答之前丢失',
  },
  tokenNeeded: {
    en: 'the function needs the bearer token of its Secret',
    zh: '该函数需要其 Secret 中的 Bearer 令牌',
  },
  archiveInvalid: { en: 'the archive of the code cannot be read: {reason:message}', zh: '无法读取代码归档：{reason}' },
  archivePath: { en: 'the path {path} leads outside of it', zh: '路径 {path} 指向归档之外' },
  archiveTooLarge: { en: 'it has more than {bytes:number} bytes unpacked', zh: '解包后超过 {bytes} 字节' },
  archiveTooMany: { en: 'it has more than {files:number} files', zh: '文件超过 {files} 个' },
  archiveEmpty: { en: 'it has no files', zh: '其中没有文件' },
  noSource: {
    en: 'the function has no code: set spec.source.digest or spec.source.files',
    zh: '函数没有代码：请设置 spec.source.digest 或 spec.source.files',
  },
  unknownRuntime: { en: 'there is no runtime {runtime}', zh: '没有运行时 {runtime}' },
  imageNeeded: { en: 'the runtime {runtime} needs spec.image', zh: '运行时 {runtime} 需要 spec.image' },
  responseCutOff: { en: 'the response was cut off', zh: '响应中断' },
});

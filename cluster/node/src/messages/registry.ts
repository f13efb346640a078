import { defineMessages } from '@kubemin/base/message';

/** What the registry refuses. Clients of registries print the English text. */
export const registryMessages = defineMessages('node.registry', {
  blobUnknown: {
    en: 'repository {repository} has no blob {digest}',
    zh: '仓库 {repository} 没有 blob {digest}',
  },
  browserRefused: {
    en: 'requests of web pages are refused',
    zh: '拒绝来自网页的请求',
  },
  credentialsNeeded: {
    en: 'pushing and deleting need a token of the platform as the password',
    zh: '推送和删除需要以平台令牌作为密码',
  },
  digestInvalid: {
    en: '{digest} is not a digest: sha256 with 64 or sha512 with 128 hexadecimal digits in lower case',
    zh: '{digest} 不是摘要：应为 sha256 加 64 位或 sha512 加 128 位小写十六进制数字',
  },
  digestMissing: {
    en: 'the last request of an upload needs the parameter digest',
    zh: '上传的最后一个请求需要参数 digest',
  },
  hostRefused: {
    en: 'requests for the host {host} are refused',
    zh: '拒绝发往主机 {host} 的请求',
  },
  keptCopy: {
    en: '{repository} has images of another registry, which cannot be pushed here',
    zh: '{repository} 中是其他镜像仓库的镜像，不能推送到此处',
  },
  upstreamFailed: {
    en: 'cannot get {reference} of {repository} from its registry: {reason:message}',
    zh: '无法从其镜像仓库获取 {repository} 的 {reference}：{reason}',
  },
  manifestTooLarge: {
    en: 'the manifest is larger than {limit:number} bytes',
    zh: '清单超过 {limit} 字节',
  },
  manifestUnknown: {
    en: 'repository {repository} has no manifest {reference}',
    zh: '仓库 {repository} 没有清单 {reference}',
  },
  methodUnsupported: {
    en: 'the registry does not support {method} here',
    zh: '镜像仓库在此处不支持 {method}',
  },
  nameInvalid: {
    en: '{name} is not a name of a repository: parts of lower-case letters and digits, separated by /, with . _ - inside',
    zh: '{name} 不是仓库名：由 / 分隔的小写字母和数字组成，中间可有 . _ -',
  },
  nameUnknown: {
    en: 'there is no repository {repository}',
    zh: '没有仓库 {repository}',
  },
  neitherManifestNorIndex: {
    en: 'the manifest has neither a config nor manifests',
    zh: '清单既没有 config，也没有 manifests',
  },
  notJson: {
    en: 'the manifest is not JSON in UTF-8',
    zh: '清单不是 UTF-8 编码的 JSON',
  },
  notServed: {
    en: 'the registry has nothing at {path}',
    zh: '镜像仓库中没有 {path}',
  },
  otherDigest: {
    en: 'the content has the digest {found}, not {expected}',
    zh: '内容的摘要是 {found}，而不是 {expected}',
  },
  otherMediaType: {
    en: 'the manifest states the media type {stated}, its request {given}',
    zh: '清单声明的媒体类型是 {stated}，而请求的是 {given}',
  },
  otherSize: {
    en: 'the request announced {announced:number} bytes and sent {received:number}',
    zh: '请求声明了 {announced} 字节，实际发送 {received} 字节',
  },
  pageInvalid: {
    en: '{value} is not a number of entries for the parameter n',
    zh: '{value} 不是参数 n 的有效条数',
  },
  pushDenied: {
    en: 'the token does not allow to push to {repository}: it needs the right deploy everywhere, or in a project whose name is the first part',
    zh: '该令牌不允许推送到 {repository}：需要全局的 deploy 权限，或名称为第一段的项目中的 deploy 权限',
  },
  rangeInvalid: {
    en: 'the part begins at {start:number}, but {size:number} bytes have arrived',
    zh: '该部分从 {start} 开始，但已收到 {size} 字节',
  },
  rangeOutside: {
    en: 'the range is outside of the {size:number} bytes of the blob',
    zh: '范围超出 blob 的 {size} 字节',
  },
  rangeUnreadable: {
    en: '{range} is not a range of bytes: FIRST-LAST',
    zh: '{range} 不是字节范围：应为 FIRST-LAST',
  },
  schemaVersion: {
    en: 'the manifest must have schemaVersion 2',
    zh: '清单的 schemaVersion 必须为 2',
  },
  storeInUse: {
    en: 'another process uses the registry in {directory}; stop it first',
    zh: '另一个进程正在使用 {directory} 中的镜像仓库；请先停止它',
  },
  tagInvalid: {
    en: '{reference} is neither a tag nor a digest: tags have at most 128 letters, digits and . _ -',
    zh: '{reference} 既不是标签也不是摘要：标签最多 128 个字母、数字及 . _ -',
  },
  uploadBusy: {
    en: 'another request is sending a part of this upload',
    zh: '另一个请求正在发送此上传的一部分',
  },
  uploadUnknown: {
    en: 'there is no such upload: it has ended, or nothing was sent for a day',
    zh: '没有此上传：它已结束，或一天内没有发送任何内容',
  },
  wrongField: {
    en: 'the field {field} of the manifest has the wrong type',
    zh: '清单的字段 {field} 类型错误',
  },
});

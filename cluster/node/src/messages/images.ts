import { defineMessages } from '@kubemin/base/message';

/** Images: names, archives, layers and the store of a machine. */
export const imageMessages = defineMessages('node.images', {
  notMirror: {
    en: '{text} is not a mirror: an address as https://mirror.example, after REGISTRY= where it is not one of docker.io',
    zh: '{text} 不是镜像站：应为 https://mirror.example 形式的地址，若不是 docker.io 的则在前面加 REGISTRY=',
  },
  noShell: {
    en: 'no sh in {directories}',
    zh: '{directories} 中没有 sh',
  },
  noPython: {
    en: 'no python3 in {directories}; install Python, or name an image',
    zh: '{directories} 中没有 python3；请安装 Python，或指定镜像',
  },
  missingLibrary: {
    en: 'library {library} of {programs} is missing',
    zh: '缺少 {programs} 使用的库 {library}',
  },
  unreadableFile: {
    en: 'cannot read {path}',
    zh: '无法读取 {path}',
  },
  foreignProgram: {
    en: '{program} is not a 64-bit little-endian ELF file',
    zh: '{program} 不是 64 位小端 ELF 文件',
  },
  programFailed: {
    en: '{program} {arguments} failed',
    zh: '{program} {arguments} 运行失败',
  },
  blobTooLarge: {
    en: '{digest} is too large ({size:number} bytes)',
    zh: '{digest} 过大（{size} 字节）',
  },
  blobMissing: {
    en: 'blob {digest} is missing',
    zh: '缺少 blob {digest}',
  },
  unsupportedDigest: {
    en: 'unsupported digest {digest}',
    zh: '不支持的摘要 {digest}',
  },
  unexpectedDigest: {
    en: 'unexpected digest {found}, expected {expected}',
    zh: '摘要 {found} 与预期的 {expected} 不符',
  },
  unexpectedSize: {
    en: 'unexpected size of {digest}: {found:number} bytes, expected {expected:number}',
    zh: '{digest} 的大小为 {found} 字节，与预期的 {expected} 不符',
  },
  largerThanExpected: {
    en: 'unexpected size of {digest}: more than {expected:number} bytes',
    zh: '{digest} 的大小超过预期的 {expected} 字节',
  },
  invalidUser: {
    en: 'invalid user {user}',
    zh: '无效的用户 {user}',
  },
  unknownUser: {
    en: 'unable to find user {user}: no matching entries in passwd file',
    zh: '找不到用户 {user}：passwd 文件中没有对应的条目',
  },
  unknownGroup: {
    en: 'unable to find group {group}: no matching entries in group file',
    zh: '找不到组 {group}：group 文件中没有对应的条目',
  },
  idOutOfRange: {
    en: 'uids and gids must be in range 0-{largest:number}',
    zh: 'uid 和 gid 必须在 0-{largest} 之间',
  },
  unexpectedLayerDigest: {
    en: 'unexpected digest {found} of an unpacked layer, expected {expected}',
    zh: '解压后层的摘要 {found} 与预期的 {expected} 不符',
  },
  damagedCompression: {
    en: 'compressed content is damaged',
    zh: '压缩内容已损坏',
  },
  noArchiveIndex: {
    en: 'not an image archive: it has neither index.json nor manifest.json',
    zh: '不是镜像归档：既没有 index.json 也没有 manifest.json',
  },
  archiveTooLarge: {
    en: 'archive has more than {limit:number} bytes',
    zh: '归档超过 {limit} 字节',
  },
  notAnArchive: {
    en: 'not an image archive: {reason:message}',
    zh: '不是镜像归档：{reason}',
  },
  fileTooLarge: {
    en: '{name} is too large',
    zh: '{name} 过大',
  },
  notAnIndex: {
    en: 'index.json is not an index',
    zh: 'index.json 不是索引',
  },
  nestedIndex: {
    en: 'an index inside of an index is not supported',
    zh: '不支持索引中嵌套索引',
  },
  missingInArchive: {
    en: 'archive has no {path}',
    zh: '归档中没有 {path}',
  },
  unnamedArchive: {
    en: 'the archive names no image; give a name for it',
    zh: '归档没有写明镜像名；请指定一个名称',
  },
  manifestIsIndex: {
    en: 'manifest is an index',
    zh: '清单是一个索引',
  },
  noCommand: {
    en: 'no command specified',
    zh: '没有指定命令',
  },
  invalidReference: {
    en: "couldn't parse image reference {reference}: {problem:message}",
    zh: '无法解析镜像引用 {reference}：{problem}',
  },
  wrongIndexVersion: {
    en: 'its version is not 1',
    zh: '其版本不是 1',
  },
  damagedIndex: {
    en: 'image index {path} is damaged: {reason:message}; delete it and load the images again',
    zh: '镜像索引 {path} 已损坏：{reason}；请删除它并重新加载镜像',
  },
  invalidFormat: {
    en: 'invalid reference format',
    zh: '引用格式无效',
  },
  hexadecimalName: {
    en: 'invalid repository name ({name}), cannot specify 64-byte hexadecimal strings',
    zh: '仓库名（{name}）无效，不能是 64 字节的十六进制字符串',
  },
  upperCaseName: {
    en: 'invalid reference format: repository name ({repository}) must be lowercase',
    zh: '引用格式无效：仓库名（{repository}）必须是小写',
  },
  digestAlgorithm: {
    en: 'unsupported digest algorithm',
    zh: '不支持的摘要算法',
  },
  digestLength: {
    en: 'invalid checksum digest length',
    zh: '摘要长度无效',
  },
  nameTooLong: {
    en: 'repository name must not be more than {limit:number} characters',
    zh: '仓库名不能超过 {limit} 个字符',
  },
  imageNotFound: {
    en: 'image {name} not found',
    zh: '找不到镜像 {name}',
  },
  otherPlatform: {
    en: 'no match for platform {os}/{architecture} in manifest (it is for {imageOs}/{imageArchitecture})',
    zh: '清单中没有平台 {os}/{architecture}（它用于 {imageOs}/{imageArchitecture}）',
  },
  layerIncomplete: {
    en: 'layer {digest} is missing or incomplete',
    zh: '层 {digest} 缺失或不完整',
  },
  layerCount: {
    en: 'image config has {config:number} layers, its manifest {manifest:number}',
    zh: '镜像配置有 {config} 层，而其清单有 {manifest} 层',
  },
  damagedLayer: {
    en: 'layer {digest} is damaged and was removed, pull or load the image again: {reason:message}',
    zh: '层 {digest} 已损坏并被删除，请重新拉取或加载镜像：{reason}',
  },
  storeInUse: {
    en: '{directory} is used by another process',
    zh: '{directory} 正被另一个进程使用',
  },
  notJson: {
    en: '{document} is not valid JSON',
    zh: '{document} 不是有效的 JSON',
  },
  wrongType: {
    en: '{path} is not {expected:message}',
    zh: '{path} 不是{expected}',
  },
  anObject: {
    en: 'an object',
    zh: '对象',
  },
  aList: {
    en: 'a list',
    zh: '列表',
  },
  aString: {
    en: 'a string',
    zh: '字符串',
  },
  aSize: {
    en: 'a size',
    zh: '大小',
  },
  layersTooLarge: {
    en: 'layers have more than {limit:number} bytes',
    zh: '各层超过 {limit} 字节',
  },
  layerEntry: {
    en: 'layer entry {name}: {problem:message}',
    zh: '层中的条目 {name}：{problem}',
  },
  tooManyEntries: {
    en: 'more than {limit:number} entries',
    zh: '超过 {limit} 个条目',
  },
  tooManyBytes: {
    en: 'more than {limit:number} bytes',
    zh: '超过 {limit} 字节',
  },
  rootNotDirectory: {
    en: 'the root is not a directory',
    zh: '根不是目录',
  },
  parentNotDirectory: {
    en: 'its parent is not a directory',
    zh: '其上级不是目录',
  },
  notPossible: {
    en: 'not possible here ({code})',
    zh: '在此处无法实现（{code}）',
  },
  namelessWhiteout: {
    en: 'whiteout without a name',
    zh: 'whiteout 没有名称',
  },
  linkWithoutTarget: {
    en: 'symbolic link without a target',
    zh: '符号链接没有目标',
  },
  deviceNode: {
    en: 'device nodes are refused',
    zh: '不接受设备节点',
  },
  pipe: {
    en: 'pipes are refused',
    zh: '不接受管道',
  },
  unknownOwner: {
    en: 'owner {owner:number} is not one of the users 0-{last:number} of containers',
    zh: '所有者 {owner} 不在容器用户 0-{last} 之内',
  },
  hardLink: {
    en: 'hard link to {target}: {problem:message}',
    zh: '指向 {target} 的硬链接：{problem}',
  },
  hardLinkTarget: {
    en: 'hard link to {target}, which is no file of the image',
    zh: '硬链接指向 {target}，它不是镜像中的文件',
  },
  emptyName: {
    en: 'empty name',
    zh: '名称为空',
  },
  absolutePath: {
    en: 'absolute path',
    zh: '绝对路径',
  },
  parentInPath: {
    en: 'path with ".."',
    zh: '路径中有“..”',
  },
  pathTooLong: {
    en: 'path is too long',
    zh: '路径过长',
  },
  oldManifest: {
    en: 'manifest of schema version 1 is not supported',
    zh: '不支持 schema 版本 1 的清单',
  },
  platformNotOffered: {
    en: 'no match for platform {os}/{architecture} in manifest (it has {offered})',
    zh: '清单中没有平台 {os}/{architecture}（它有 {offered}）',
  },
  outsideRoot: {
    en: 'path {path} leads out of the root',
    zh: '路径 {path} 指向根之外',
  },
  tooManyLinks: {
    en: 'path {path} has too many symbolic links',
    zh: '路径 {path} 中的符号链接过多',
  },
  endOfArchive: {
    en: 'unexpected end of archive',
    zh: '归档意外结束',
  },
  largeHeader: {
    en: 'extended header of {size:number} bytes is too large',
    zh: '{size} 字节的扩展头过大',
  },
  invalidHeader: {
    en: 'invalid tar header',
    zh: '无效的 tar 头',
  },
  nulInName: {
    en: 'name with a NUL character',
    zh: '名称中有 NUL 字符',
  },
  sparseFile: {
    en: '{name}: sparse files are not supported',
    zh: '{name}：不支持稀疏文件',
  },
  nulInTarget: {
    en: '{name}: link target with a NUL character',
    zh: '{name}：链接目标中有 NUL 字符',
  },
  invalidSize: {
    en: '{name}: invalid size',
    zh: '{name}：大小无效',
  },
  invalidOwner: {
    en: '{name}: invalid owner',
    zh: '{name}：所有者无效',
  },
  unknownEntryType: {
    en: '{name}: unknown entry type {type}',
    zh: '{name}：未知的条目类型 {type}',
  },
  invalidPaxHeader: {
    en: 'invalid pax header',
    zh: '无效的 pax 头',
  },
  invalidHeaderField: {
    en: 'invalid {field} in tar header',
    zh: 'tar 头中的 {field} 无效',
  },
  changedWhileRead: {
    en: '{name}: changed while it was read ({written:number} bytes instead of {expected:number})',
    zh: '{name}：读取期间发生了变化（{written} 字节，而不是 {expected} 字节）',
  },
  notStored: {
    en: 'image "{image}" is not in the store of this machine',
    zh: '镜像“{image}”不在本机的镜像库中',
  },
  notStoredAfterPull: {
    en: 'image "{image}" was not stored',
    zh: '镜像“{image}”没有存储成功',
  },
});

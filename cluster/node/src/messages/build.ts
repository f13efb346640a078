import { defineMessages } from '@kubemin/base/message';

/** Building an image from a Dockerfile. */
export const buildMessages = defineMessages('node.build', {
  atLine: {
    en: 'Dockerfile:{line:number}: {problem:message}',
    zh: 'Dockerfile 第 {line} 行：{problem}',
  },
  inInstruction: {
    en: '{instruction}: {problem:message}',
    zh: '{instruction}：{problem}',
  },
  outsideContext: {
    en: '{path} is outside of the build context',
    zh: '{path} 在构建上下文之外',
  },
  noSources: {
    en: 'no source files were found: {pattern}',
    zh: '没有找到源文件：{pattern}',
  },
  notInContext: {
    en: '{path}: not found in the build context',
    zh: '{path}：构建上下文中没有该文件',
  },
  unsupportedFile: {
    en: '{path} is neither a file nor a directory nor a link',
    zh: '{path} 既不是文件，也不是目录或链接',
  },
  invalidPattern: {
    en: 'invalid pattern {pattern}',
    zh: '无效的模式 {pattern}',
  },
  noFrom: {
    en: 'no FROM',
    zh: '没有 FROM',
  },
  unusedArgument: {
    en: 'build argument {name} is not used',
    zh: '构建参数 {name} 未被使用',
  },
  unsupportedFlag: {
    en: '{instruction} --{flag} is not supported',
    zh: '不支持 {instruction} --{flag}',
  },
  unsupportedInstruction: {
    en: '{instruction} is not supported',
    zh: '不支持 {instruction}',
  },
  unknownInstruction: {
    en: 'unknown instruction: {instruction}',
    zh: '未知指令：{instruction}',
  },
  needsArgument: {
    en: '{instruction} needs an argument',
    zh: '{instruction} 需要参数',
  },
  beforeFrom: {
    en: '{instruction} before FROM',
    zh: '{instruction} 出现在 FROM 之前',
  },
  invalidSignal: {
    en: 'invalid signal {signal}',
    zh: '无效的信号 {signal}',
  },
  invalidArgumentName: {
    en: 'invalid name in {word}',
    zh: '{word} 中的名称无效',
  },
  secondFrom: {
    en: 'a second FROM (multi-stage build) is not supported',
    zh: '不支持第二个 FROM（多阶段构建）',
  },
  fromPlatform: {
    en: 'FROM --platform={wanted} is not supported: this machine is {platform}',
    zh: '不支持 FROM --platform={wanted}：本机是 {platform}',
  },
  invalidFrom: {
    en: 'expected an image, or an image AS name',
    zh: '应为镜像，或“镜像 AS 名称”',
  },
  baseNotStored: {
    en: 'image {image} is not in the store; pull or load it first',
    zh: '镜像 {image} 不在镜像库中；请先拉取或加载',
  },
  unsupportedOwner: {
    en: '{instruction} --chown={owner} is not supported: all files of an image have one owner',
    zh: '不支持 {instruction} --chown={owner}：镜像的所有文件属于同一所有者',
  },
  needsDestination: {
    en: 'needs a source and a destination',
    zh: '需要源和目标',
  },
  hereDocument: {
    en: 'here-documents are not supported',
    zh: '不支持 here-document',
  },
  remoteSource: {
    en: '{source} is not a local file; only local files are supported',
    zh: '{source} 不是本地文件；只支持本地文件',
  },
  archiveSource: {
    en: '{source} is an archive; unpack it first, or use COPY',
    zh: '{source} 是归档；请先解压，或使用 COPY',
  },
  destinationNotDirectory: {
    en: 'with more than one source the destination must be a directory and end with a /',
    zh: '有多个源时，目标必须是目录并以 / 结尾',
  },
  destinationIsRoot: {
    en: 'the destination is the root',
    zh: '目标是根目录',
  },
  runUnsupported: {
    en: 'RUN is not supported yet: it needs a running container; prepare the files before, and COPY them',
    zh: '尚不支持 RUN：它需要运行中的容器；请事先准备好文件再 COPY',
  },
  needsValue: {
    en: 'needs a name and a value',
    zh: '需要名称和值',
  },
  notAssignment: {
    en: 'expected name=value, found {word}',
    zh: '应为 name=value，实际为 {word}',
  },
  invalidPort: {
    en: 'invalid port {port}',
    zh: '无效的端口 {port}',
  },
  invalidMode: {
    en: 'invalid mode {mode}; expected three octal digits',
    zh: '无效的权限 {mode}；应为三位八进制数',
  },
  invalidEscape: {
    en: 'invalid escape character {character}',
    zh: '无效的转义字符 {character}',
  },
  flagTwice: {
    en: '--{flag} is given twice',
    zh: '--{flag} 重复',
  },
  singleQuote: {
    en: 'unterminated single quote',
    zh: '单引号没有结束',
  },
  doubleQuote: {
    en: 'unterminated double quote',
    zh: '双引号没有结束',
  },
  unsupportedVariable: {
    en: 'unsupported variable substitution',
    zh: '不支持的变量替换',
  },
  openVariable: {
    en: 'unterminated variable substitution',
    zh: '变量替换没有结束',
  },
});

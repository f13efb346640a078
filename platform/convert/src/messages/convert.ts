import { defineMessages } from '@kubemin/base/message';

/** Converting files of other tools, whatever their format. */
export const convertMessages = defineMessages('convert.general', {
  manifests: { en: 'Kubernetes manifests', zh: 'Kubernetes 清单' },
  unknownFormat: { en: 'Unknown format; known are: {formats:list}.', zh: '未知的格式；支持的格式为：{formats}。' },
  imagePlaceholder: {
    en: '{reason:message} "{image}" is used instead; replace it with the name of the image.',
    zh: '{reason}暂以“{image}”代替；请改为镜像名称。',
  },
  reasonAndFix: { en: '{reason:message} {fix:message}', zh: '{reason}{fix}' },
  resultOf: { en: 'the source of {path}', zh: '{path} 的来源' },
  name: { en: 'the name "{name}"', zh: '名称“{name}”' },
  variable: { en: 'the variable {name}', zh: '变量 {name}' },
  nothingSimilar: { en: 'KubeMin has no equivalent.', zh: 'KubeMin 没有对应的功能。' },
  volume: { en: 'the volume {name}', zh: '卷 {name}' },
  containerName: { en: 'the container\'s name "{name}"', zh: '容器名称“{name}”' },
  namedLikeComponent: { en: 'It has the name of its component, "{component}".', zh: '它与其组件“{component}”同名。' },
  noContainers: { en: 'It has no containers.', zh: '它没有容器。' },
  nestedTooDeep: { en: 'The text is nested too deeply.', zh: '文本嵌套过深。' },
  tooManyCharacters: {
    en: 'The text has {length:number} characters; the limit is {most:number}. Split it.',
    zh: '文本有 {length} 个字符；上限为 {most} 个。请拆分它。',
  },
  syntaxError: {
    en: 'line {line:number}, column {column:number}: {message:message} {fix:message}\n{excerpt}',
    zh: '第 {line} 行第 {column} 列：{message}{fix}\n{excerpt}',
  },
  aliasesTooLarge: {
    en: 'The YAML aliases expand to too much data. Write the values out.',
    zh: 'YAML 别名展开后的数据过多。请直接写出这些值。',
  },
  unreadable: { en: 'The text could not be read: it may be nested too deeply.', zh: '无法读取该文本：可能嵌套过深。' },
  fileNotGiven: {
    en: 'The file is not part of the text. Put its content into a config component and mount it.',
    zh: '文件内容不在文本中。请把它放进 config 组件并挂载。',
  },
});

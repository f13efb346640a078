import { defineMessages } from '@kubemin/base/message';

/** Score files. */
export const scoreMessages = defineMessages('convert.score', {
  build: {
    en: 'It is built from sources. Build and push it, and replace "{image}" with its name.',
    zh: '它由源码构建。请构建并推送它，并把“{image}”替换为其名称。',
  },
  volume: { en: 'A volume needs a target and the name of a resource.', zh: '卷需要 target 和资源名称。' },
  notScore: {
    en: 'This is not a Score file: its apiVersion is not score.dev/v1b1.',
    zh: '这不是 Score 文件：其 apiVersion 不是 score.dev/v1b1。',
  },
  renamed: {
    en: 'The component is named "{name}", because names must be DNS labels.',
    zh: '组件命名为“{name}”，因为名称必须是 DNS 标签。',
  },
  resource: {
    en: 'It is not provided. Placeholders that use it read the Secret "{secret}", which must have their keys.',
    zh: '它不会被提供。使用它的占位符读取 Secret“{secret}”，其中必须有相应的键。',
  },
  resourceName: { en: 'resource {name} ({type})', zh: '资源 {name}（{type}）' },
  host: { en: 'the host {host}', zh: '主机 {host}' },
  everyHost: {
    en: 'It has no name here, so the route applies to every host.',
    zh: '它在此没有名称，因此该路由适用于所有主机。',
  },
  placeholder: { en: 'the placeholder {placeholder}', zh: '占位符 {placeholder}' },
  placeholderEmpty: { en: 'It has no value here. Replace it in the document.', zh: '它在此没有值。请在文档中替换它。' },
});

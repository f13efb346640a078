import { defineMessages } from '@kubemin/base/message';

/** Plug-ins: why they are not loaded, and what goes wrong in them. */
export const pluginMessages = defineMessages('plugin.plugin', {
  noDefaultExport: {
    en: 'the module has no default export; export default definePlugin({{ … }})',
    zh: '模块没有默认导出；请写 export default definePlugin({{ … }})',
  },
  wrongContract: {
    en: 'it is written for contract {given}, and this KubeMin has contract {known:number}; install a version of the plug-in for this contract',
    zh: '它是为契约 {given} 编写的，而此 KubeMin 的契约为 {known}；请安装适用于该契约的插件版本',
  },
  invalidField: { en: '"{field}" must be {expected:message}', zh: '“{field}”必须是{expected}' },
  expectsName: {
    en: 'a name of lower-case letters, digits and dashes',
    zh: '由小写字母、数字和连字符组成的名称',
  },
  expectsEntryName: {
    en: 'a name of letters, digits, dashes and underscores that begins with a lower-case letter',
    zh: '以小写字母开头，由字母、数字、连字符和下划线组成的名称',
  },
  expectsText: { en: 'a non-empty text', zh: '非空文本' },
  expectsObject: { en: 'an object', zh: '对象' },
  expectsFunction: { en: 'a function', zh: '函数' },
  expectsSchema: { en: 'a schema of zod 4 or a JSON Schema', zh: 'zod 4 的模式或 JSON Schema' },
  expectsObjectSchema: { en: 'a schema of an object', zh: '对象的模式' },
  expectsOneOf: { en: 'one of {choices:list}', zh: '以下之一：{choices}' },
  expectsResource: {
    en: 'an apiVersion, a kind and a plural',
    zh: 'apiVersion、kind 与 plural',
  },
  failed: { en: 'plug-in "{plugin}": {entry}: {reason:message}', zh: '插件“{plugin}”：{entry}：{reason}' },
  kindRefused: {
    en: 'it renders a {kind}, which plug-ins may not deliver: they deliver namespaced objects that grant no rights',
    zh: '它渲染了 {kind}，插件不得交付该类对象：插件只交付命名空间内且不授予权限的对象',
  },
  namespaceRefused: {
    en: 'it renders a {kind} in the namespace "{namespace}", which is not that of the application',
    zh: '它在命名空间“{namespace}”中渲染了 {kind}，而那不是应用的命名空间',
  },
  notFound: {
    en: 'there is no directory "{source}" and no package of that name in node_modules of {directory} or above',
    zh: '没有目录“{source}”，{directory} 及其上级的 node_modules 中也没有这个名称的包',
  },
  noModule: {
    en: '{directory} is not a plug-in: it has neither a package.json with "exports" or "main" nor an index.js, index.mjs or index.ts',
    zh: '{directory} 不是插件：其中既没有带 "exports" 或 "main" 的 package.json，也没有 index.js、index.mjs 或 index.ts',
  },
  moduleMissing: {
    en: '{directory}: package.json names "{file}", which does not exist; build the plug-in first',
    zh: '{directory}：package.json 指向“{file}”，但该文件不存在；请先构建插件',
  },
  manifestInvalid: {
    en: '{directory}: package.json is not valid JSON',
    zh: '{directory}：package.json 不是有效的 JSON',
  },
  loadFailed: { en: 'the module could not be loaded: {reason}', zh: '无法加载模块：{reason}' },
  loadTooSlow: {
    en: 'the module was not loaded within {seconds:number} s; it blocks its thread',
    zh: '模块未能在 {seconds} 秒内加载；它阻塞了自己的线程',
  },
  outOfMemory: {
    en: 'it exhausted its memory of {megabytes:number} MiB and was stopped',
    zh: '它用尽了 {megabytes} MiB 内存，已被终止',
  },
  threw: { en: 'it threw outside its promise: {reason}', zh: '它在其 Promise 之外抛出了错误：{reason}' },
  exited: { en: 'its thread ended with code {code:number}', zh: '它的线程以代码 {code} 结束' },
  blocked: {
    en: 'it blocked its thread for {seconds:number} s and was stopped',
    zh: '它阻塞自己的线程达 {seconds} 秒，已被终止',
  },
  callTooSlow: {
    en: 'the call took longer than {seconds:number} s (it loops or exhausted its memory) and was stopped',
    zh: '调用超过 {seconds} 秒（陷入循环或用尽内存），已被终止',
  },
  paused: {
    en: 'it failed {failures:number} times in a row and is not called for {seconds:number} s; last: {reason:message}',
    zh: '它已连续失败 {failures} 次，{seconds} 秒内不再调用；最近一次：{reason}',
  },
  nameTaken: {
    en: 'a plug-in of this name is already loaded, from {source}',
    zh: '同名插件已从 {source} 加载',
  },
  builtInEntry: {
    en: 'it adds the {kind:message} "{entry}", which is built in; choose another name',
    zh: '它添加的{kind}“{entry}”是内置的；请换一个名称',
  },
  entryTaken: {
    en: 'it adds the {kind:message} "{entry}", which the plug-in "{plugin}" already adds',
    zh: '它添加的{kind}“{entry}”已由插件“{plugin}”添加',
  },
  kindNotDeliverable: {
    en: 'its job type "{entry}" delivers {kind}, which plug-ins may not: they deliver namespaced objects that grant no rights',
    zh: '它的任务类型“{entry}”交付 {kind}，插件不得交付该类对象：插件只交付命名空间内且不授予权限的对象',
  },
  gatewayMissing: {
    en: 'no plug-in that is loaded adds the gateway "{gateway}"; kubemin plugin ls states why',
    zh: '没有已加载的插件提供网关“{gateway}”；kubemin plugin ls 说明原因',
  },
  trait: { en: 'trait', zh: '特征' },
  componentType: { en: 'component type', zh: '组件类型' },
  jobType: { en: 'job type', zh: '任务类型' },
  stepType: { en: 'step type', zh: '步骤类型' },
  gateway: { en: 'gateway', zh: '网关' },
  notifier: { en: 'notifier', zh: '通知器' },
  objectKind: { en: 'job type for the kind', zh: '对象类型的任务类型' },
  invalidProperties: { en: 'the properties are invalid: {problems}', zh: '属性无效：{problems}' },
  invalidResult: { en: 'it returned an invalid result', zh: '它返回了无效的结果' },
});

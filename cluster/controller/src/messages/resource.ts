import { defineMessages } from '@kubemin/base/message';

/** Definitions of resources, filters of objects and the choice of controllers. */
export const resourceMessages = defineMessages('controller.resource', {
  notServed: { en: 'the cluster does not serve {name}', zh: '集群不提供 {name}' },
  otherVersion: {
    en: 'the cluster serves {name} as {versions}, not as {version}',
    zh: '集群提供的 {name} 版本是 {versions}，而不是 {version}',
  },
  otherKind: {
    en: 'the cluster serves {name} with kind {found}, not {kind}',
    zh: '集群提供的 {name} 的 kind 是 {found}，而不是 {kind}',
  },
  otherScope: {
    en: '{name} is {found:message} in the cluster, not {declared:message}',
    zh: '{name} 在集群中是{found}，而不是{declared}',
  },
  namespaced: { en: 'namespaced', zh: '命名空间级' },
  clusterWide: { en: 'cluster-wide', zh: '集群级' },
  notEstablished: {
    en: 'the definition {name} is stored but not served: {why:message}. Look at kubectl describe crd {name}',
    zh: '定义 {name} 已保存但未被提供：{why}。请查看 kubectl describe crd {name}',
  },
  establishTimeout: { en: 'it is not established after {ms:number} ms', zh: '{ms} 毫秒后仍未生效' },
  definitionDeleted: { en: 'it was deleted meanwhile', zh: '它在此期间被删除' },
  namesRejected: { en: 'its names are not accepted', zh: '其名称未被接受' },
  declaredTwice: {
    en: '{name} {version} is declared twice, as {first} and as {second}; keep one of the two',
    zh: '{name} {version} 被声明了两次，分别为 {first} 与 {second}；请保留其一',
  },
  filterInvalid: {
    en: 'the filter "{text}" is wrong at character {position:number}: {why:message}',
    zh: '过滤器“{text}”在第 {position} 个字符处有误：{why}',
  },
  termMissing: { en: 'a name or pattern is missing between the commas', zh: '逗号之间缺少名称或模式' },
  termTooLong: { en: 'a pattern may have {limit:number} characters', zh: '模式最多 {limit} 个字符' },
  notRegExp: {
    en: 'it is no regular expression ({reason}); a comma in one is written \\x2c',
    zh: '不是正则表达式（{reason}）；其中的逗号写作 \\x2c',
  },
  oddCharacter: {
    en: '"{character}" occurs in no name; begin with re: for a regular expression',
    zh: '名称中不会出现“{character}”；正则表达式请以 re: 开头',
  },
  controllerUnknown: { en: 'there is no controller "{name}"{hint?}', zh: '没有控制器“{name}”{hint?}' },
  filterResourceUnknown: {
    en: 'no controller for the resource "{resource}" of a filter{hint?}',
    zh: '过滤器中的资源“{resource}”没有控制器{hint?}',
  },
  didYouMean: { en: '; did you mean "{name}"?', zh: '；是否指“{name}”？' },
  known: { en: '; known are {names}', zh: '；已知：{names}' },
  controllerNameTaken: {
    en: 'a controller named "{name}" is already registered; give one of the two another name, or add it once',
    zh: '已注册名为“{name}”的控制器；请为其中之一改名，或只添加一次',
  },
  setupFailed: {
    en: 'controller "{name}" could not be set up: {reason:message}',
    zh: '无法设置控制器“{name}”：{reason}',
  },
  leadershipLost: {
    en: 'the lease is lost, but work does not end ({stuck}); this process must end before another repeats it',
    zh: '租约已失去，但工作没有结束（{stuck}）；本进程必须先结束，以免另一进程重复该工作',
  },
});

/** The phases of objects. */
export const phaseMessages = defineMessages('controller.phase', {
  notAList: { en: '{path} is not a list', zh: '{path} 不是列表' },
  itemNoId: { en: '{place} has no {field} to be its id', zh: '{place} 没有可作为其 id 的 {field}' },
  itemNoText: { en: '{place} is not a text to be its id', zh: '{place} 不是可作为其 id 的文本' },
  timedOut: { en: 'phase "{phase}" timed out', zh: '阶段“{phase}”超时' },
  noHandler: { en: 'phase "{phase}" has no handler', zh: '阶段“{phase}”没有处理程序' },
  resultRejected: {
    en: 'the server rejected the result of the handler: {reason:message}',
    zh: '服务器拒绝了处理程序的结果：{reason}',
  },
  resetNotFailed: {
    en: 'the object is in phase "{phase}"; only failed objects ({failed}) can be reset',
    zh: '对象处于阶段“{phase}”；只有失败的对象（{failed}）可以重置',
  },
  noOrigin: {
    en: 'status.failedFrom is not a phase that can fail, and none leads to "{phase}"; set status.failedFrom to one of the phases',
    zh: 'status.failedFrom 不是可能失败的阶段，也没有阶段通向“{phase}”；请将 status.failedFrom 设为其中一个阶段',
  },
  severalOrigins: {
    en: 'status.failedFrom is not a phase that can fail, and several lead ({origins}) to "{phase}"; set status.failedFrom to one of the phases',
    zh: 'status.failedFrom 不是可能失败的阶段，而有多个阶段（{origins}）通向“{phase}”；请将 status.failedFrom 设为其中一个阶段',
  },
  phaseUnknown: {
    en: 'no phase "{phase}" with a handler; {plural} have {known}',
    zh: '没有带处理程序的阶段“{phase}”；{plural} 有 {known}',
  },
});

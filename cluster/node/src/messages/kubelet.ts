import { defineMessages } from '@kubemin/base/message';

/** What is wrong with the configuration of a node. */
export const kubeletMessages = defineMessages('node.kubelet', {
  kindExpected: { en: 'must be {kind} of {apiVersion}', zh: '必须是 {apiVersion} 的 {kind}' },
  tooLong: { en: 'the file is longer than {most:number} characters', zh: '文件超过 {most} 个字符' },
  notYaml: { en: 'is not YAML: {reason:message}', zh: '不是 YAML：{reason}' },
  unknownField: { en: 'is not supported by this node; supported are {names}', zh: '此节点不支持；支持的有：{names}' },
  misspelt: { en: 'is not supported by this node; did you mean {name}?', zh: '此节点不支持；是否指 {name}？' },
  unknownSignal: { en: 'is not a known signal; known are {known}', zh: '不是已知的信号；已知的有：{known}' },
  mapExpected: { en: 'must be a map of fields', zh: '必须是由字段组成的映射' },
  textExpected: { en: 'must be text', zh: '必须是文本' },
  durationExpected: { en: 'must be a duration such as 30s or 5m0s', zh: '必须是时长，例如 30s 或 5m0s' },
  quantityExpected: { en: 'must be a quantity such as 500m or 10Mi', zh: '必须是数量，例如 500m 或 10Mi' },
  thresholdExpected: {
    en: 'must be a quantity or a percentage, such as 500Mi or 10%',
    zh: '必须是数量或百分比，例如 500Mi 或 10%',
  },
  wholeNumberExpected: {
    en: 'must be a whole number from {least:number} to {most:number}',
    zh: '必须是从 {least} 到 {most} 的整数',
  },
  sysctlsExpected: {
    en: 'must be a list of sysctls of pods such as net.core.somaxconn or net.*',
    zh: '必须是 Pod 的 sysctl 列表，例如 net.core.somaxconn 或 net.*',
  },
  periodsExpected: {
    en: 'must be a list of priority and shutdownGracePeriodSeconds',
    zh: '必须是由 priority 与 shutdownGracePeriodSeconds 组成的列表',
  },
  gracePeriodMissing: {
    en: 'is missing; a soft threshold needs a grace period',
    zh: '缺失；软阈值需要宽限期',
  },
  lowAboveHigh: {
    en: 'must not be above imageGCHighThresholdPercent',
    zh: '不得大于 imageGCHighThresholdPercent',
  },
  criticalTooLong: { en: 'must not be longer than shutdownGracePeriod', zh: '不得长于 shutdownGracePeriod' },
  periodsTwice: {
    en: 'cannot be used together with shutdownGracePeriod',
    zh: '不能与 shutdownGracePeriod 同时使用',
  },
});

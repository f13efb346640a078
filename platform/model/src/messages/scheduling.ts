import { defineMessages } from '@kubemin/base/message';

/** Nodes that pods run on. */
export const schedulingMessages = defineMessages('model.scheduling', {
  weight: {
    en: 'Give a number from 1 to 100 for a preference; leave it out for a required rule.',
    zh: '偏好请给出 1 到 100 的数字；必须满足的规则则省略它。',
  },
  keyInvalid: { en: '"{key}" cannot be the key of a label or taint.', zh: '“{key}”不能作为标签或污点的键。' },
  keyFormat: {
    en: 'Use letters, digits, "-", "_" and ".", optionally after a domain and "/".',
    zh: '请使用字母、数字、“-”、“_”和“.”，前面可加域名与“/”。',
  },
  operatorValues: { en: 'The values do not match the operator.', zh: '值与运算符不符。' },
  operatorValuesFix: {
    en: 'In and NotIn need label values, Exists and DoesNotExist take none, Gt and Lt take one whole number.',
    zh: 'In 与 NotIn 需要标签取值，Exists 与 DoesNotExist 不带值，Gt 与 Lt 带一个整数。',
  },
  taintInvalid: { en: '"{value}" cannot be the value of a taint.', zh: '“{value}”不能作为污点的值。' },
  taintFormat: {
    en: 'Use letters, digits, "-", "_" and "."; at most 63 characters.',
    zh: '请使用字母、数字、“-”、“_”和“.”；至多 63 个字符。',
  },
  componentOrLabels: {
    en: 'Name a component of this document, or give "labels" for other pods.',
    zh: '请写出本文档中的组件，或用“labels”指定其他 Pod。',
  },
  existsWithValue: { en: '"Exists" takes no value.', zh: '“Exists”不带值。' },
  existsWithValueFix: { en: 'Remove the value, or use "Equal".', zh: '请删除该值，或使用“Equal”。' },
  valueWithoutKey: { en: 'A value needs a key.', zh: '值必须对应一个键。' },
  valueWithoutKeyFix: { en: 'Give the key of the taint.', zh: '请给出污点的键。' },
  equalWithoutKey: { en: '"Equal" needs a key.', zh: '“Equal”需要键。' },
  equalWithoutKeyFix: { en: 'Give the key, or use "Exists".', zh: '请给出键，或使用“Exists”。' },
  onlyNoExecute: {
    en: 'Only "NoExecute" taints can be tolerated for a limited time.',
    zh: '只有“NoExecute”污点可以在限定时间内容忍。',
  },
  onlyNoExecuteFix: { en: 'Set "effect": "NoExecute".', zh: '请设置 "effect": "NoExecute"。' },
});

import { defineMessages } from '@kubemin/base/message';

/** Volumes. */
export const storageMessages = defineMessages('model.storage', {
  cannotShrink: {
    en: 'The volume "{name}" has {from}; volumes cannot shrink to {to}.',
    zh: '卷“{name}”为 {from}；卷不能缩小到 {to}。',
  },
  cannotShrinkFix: {
    en: 'Keep at least {size}, or create a new volume with another name and copy the data.',
    zh: '请至少保持 {size}，或以另一名称新建卷并复制数据。',
  },
  templateGrows: {
    en: 'The claims made from "{name}" grow from {from} to {to} only where their storage class allows it.',
    zh: '由“{name}”创建的声明只有在存储类允许时才能从 {from} 扩到 {to}。',
  },
  templateGrowsFix: {
    en: 'Check that the storage class allows volume expansion; the run reports the result for each claim.',
    zh: '请确认存储类允许扩容；运行会说明每个声明的结果。',
  },
  classFixed: {
    en: 'The volume "{name}" has the storage class {from:message}; it cannot change to {to:message}.',
    zh: '卷“{name}”的存储类为 {from}，不能改为 {to}。',
  },
  classFixedFix: {
    en: 'Create a new volume with another name and copy the data.',
    zh: '请以另一名称新建卷并复制数据。',
  },
  defaultClass: { en: 'the default of the cluster', zh: '（集群默认）' },
  namedClass: { en: '"{name}"', zh: '“{name}”' },
  templateFix: {
    en: 'Use a volume without tmpCreate, whose claim is an object of its own, or give the component a new name and copy the data.',
    zh: '请使用不带 tmpCreate 的卷（其声明是独立对象），或给组件换名并复制数据。',
  },
  templateAdded: {
    en: '"{component}" cannot get the claim template "{name}": claim templates are fixed when a component is created.',
    zh: '“{component}”不能再增加声明模板“{name}”：声明模板在创建时已固定。',
  },
  templateRemoved: {
    en: '"{component}" cannot lose the claim template "{name}": claim templates are fixed when a component is created.',
    zh: '“{component}”不能去掉声明模板“{name}”：声明模板在创建时已固定。',
  },
  templateRemovedFix: { en: 'Keep the volume, or give the component a new name.', zh: '请保留该卷，或给组件换名。' },
  mountedOnly: {
    en: '"{name}" is a volume of the component, of type {type}; here it is only mounted.',
    zh: '“{name}”是组件的卷，类型为 {type}；此处只是挂载它。',
  },
  mountedOnlyFix: {
    en: 'Use another name, or the type "ephemeral" to mount what is there.',
    zh: '请换用其他名称，或用“ephemeral”类型挂载已有的卷。',
  },
  notPersistent: { en: 'the volume is not persistent', zh: '该卷不是持久卷' },
  newClaim: { en: 'tmpCreate creates a new claim', zh: 'tmpCreate 会新建声明' },
  noSource: { en: 'only config and secret volumes have a source', zh: '只有 config 与 secret 卷有来源' },
  noKeys: { en: 'only config and secret volumes have keys', zh: '只有 config 与 secret 卷有键' },
  pathTaken: {
    en: 'Another volume is already mounted at {path}; only the first one is mounted.',
    zh: '已有卷挂载在 {path}；只会挂载第一个。',
  },
  pathTakenFix: { en: 'Mount this volume at another path.', zh: '请给这个卷单独的路径。' },
  nameTaken: {
    en: '"{name}" is already the name of another volume of this component.',
    zh: '“{name}”已是此组件另一个卷的名称。',
  },
  nameTakenFix: {
    en: 'Use another name, or repeat the definition of the first one to mount it a second time.',
    zh: '请换用其他名称，或重复第一个的定义以再次挂载。',
  },
  claim: { en: 'claim "{name}"', zh: '声明“{name}”' },
  sizeFormat: {
    en: 'Give a positive size such as "5Gi" or "500Mi"; a number without a unit is in Gi.',
    zh: '请给出正数，例如“5Gi”或“500Mi”；不带单位的数字按 Gi 计。',
  },
  mountPathInvalid: { en: '"{path}" is not a path a volume can be mounted at.', zh: '“{path}”不是可以挂载卷的路径。' },
  mountPathFormat: {
    en: 'Give an absolute path without ":", such as /data.',
    zh: '请给出不含“:”的绝对路径，例如 /data。',
  },
  subPathInvalid: { en: '"{path}" leads out of the volume.', zh: '“{path}”超出了卷的范围。' },
  subPathFormat: { en: 'Give a path relative to the volume, without "..".', zh: '请给出相对于卷的路径，不含“..”。' },
  types: {
    en: 'Use persistent, ephemeral, config or secret. Paths of the host cannot be mounted, for security.',
    zh: '请使用 persistent、ephemeral、config 或 secret。出于安全，不能挂载主机路径。',
  },
  sizeInvalid: { en: '"{value}" is not a size.', zh: '“{value}”不是大小。' },
});

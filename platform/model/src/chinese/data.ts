import type { Sentences } from './sentences.ts';

/** About configs, secrets, environment variables and volumes. */
export const dataSentences: Sentences = {
  'A config cannot be fetched from "{0}".': '无法从“{0}”获取配置。',
  'Give a full address that starts with http:// or https://, without a user name or password.':
    '请给出以 http:// 或 https:// 开头的完整地址，不含用户名或密码。',
  '"{0}" cannot be a key of a ConfigMap.': '“{0}”不能作为 ConfigMap 的键。',
  'Give a file name without folders: letters, digits, "-", "_" and ".".':
    '请给出不含目录的文件名：字母、数字、“-”、“_”和“.”。',
  '"{0}" has no effect: the config consists of what is fetched from {1}.':
    '“{0}”不起作用：该配置由 {1} 获取的内容组成。',
  'Remove it or {0}, or put it into a config of its own.': '请删除它或 {0}，或把它放进单独的配置。',
  'There is no data.': '没有数据。',
  '"{0}" cannot be a key of a ConfigMap or Secret.': '“{0}”不能作为 ConfigMap 或 Secret 的键。',
  'Use letters, digits, "-", "_" and "."; at most 253 characters.':
    '请使用字母、数字、“-”、“_”和“.”；至多 253 个字符。',
  'Give at least one key and its text.': '请至少给出一个键及其文本。',
  '"{0}" holds {1} bytes; Kubernetes allows {2}.': '“{0}”有 {1} 字节；Kubernetes 允许 {2} 字节。',
  'Split it into several components, or keep large files in an image or a volume.':
    '请拆成多个组件，或把大文件放进镜像或卷。',

  // Environment variables
  'Use letters, digits, "_", "-" and "."; it must not start with a digit or "..".':
    '请使用字母、数字、“_”、“-”和“.”；不能以数字或“..”开头。',
  'Give names and texts, such as {"PORT": "8080"}; an empty value is "".':
    '请给出名称与文本，例如 {"PORT": "8080"}；空值写作 ""。',
  '"{0}" cannot be the name of an environment variable.': '“{0}”不能作为环境变量名。',
  '"{0}" contains an address with a password that everybody who sees the document can read.':
    '“{0}”含有带密码的地址，任何看到文档的人都能读到。',
  '"{0}" looks like a credential that everybody who sees the document can read.':
    '“{0}”看起来是凭据，任何看到文档的人都能读到。',
  'Put it into a component of type secret, and take it from there with the trait "envs" or "envFrom".':
    '请把它放进 secret 类型的组件，并用“envs”或“envFrom”特征引用。',
  'Use "configMap" or "secret".': '请使用“configMap”或“secret”。',
  'The pod field "{0}" cannot become a variable.{1}': 'Pod 字段“{0}”不能成为变量。{1}',
  "Use one of {0}, or metadata.labels['<key>'] or metadata.annotations['<key>'].":
    "请使用其中之一：{0}，或 metadata.labels['<key>']、metadata.annotations['<key>']。",
  'A variable takes its value from exactly one source.': '变量的值只能来自一个来源。',
  'Give exactly one of static, secret, config and field.': '请在 static、secret、config 与 field 中只给出一个。',
  'The variable "{0}" is given twice.': '变量“{0}”给出了两次。',

  // References
  '"{0}" cannot be the name of a Kubernetes object.': '“{0}”不能作为 Kubernetes 对象的名称。',
  'Use lower-case letters, digits, "-" and ".".': '请使用小写字母、数字、“-”和“.”。',
  '"{0}" is read as "{1}": references have no scope.': '“{0}”按“{1}”处理：引用没有范围前缀。',
  'Write "{0}".': '请写“{0}”。',
  'No {0} component is called "{1}"; it must already exist in the namespace.':
    '没有名为“{1}”的 {0} 组件；它必须已存在于命名空间中。',
  'Add a component of type {0} called "{1}", or make sure the cluster has it.':
    '请添加名为“{1}”的 {0} 组件，或确保集群中已有它。',
  'The {0} "{1}" has no key "{2}"; the container could not start.': '{0}“{1}”没有键“{2}”；容器将无法启动。',
  'Add the key to "{0}".': '请把该键加入“{0}”。',

  // Volumes
  'The volume "{0}" has {1}; volumes cannot shrink to {2}.': '卷“{0}”为 {1}；卷不能缩小到 {2}。',
  'Keep at least {0}, or make a new volume under another name and copy the data.':
    '请至少保持 {0}，或以另一名称新建卷并复制数据。',
  'The claims made from "{0}" grow from {1} to {2} only where their storage class allows it.':
    '由“{0}”创建的声明只有在存储类允许时才能从 {1} 扩到 {2}。',
  'Check that the storage class allows volumes to be expanded; the run says what became of each claim.':
    '请确认存储类允许扩容；运行会说明每个声明的结果。',
  'The volume "{0}" is of the class {1}; it cannot become {2}.': '卷“{0}”的存储类是 {1}；不能改为 {2}。',
  'Make a new volume under another name and copy the data.': '请以另一名称新建卷并复制数据。',
  'the cluster uses by default': '（集群默认）',
  'Use a volume without tmpCreate, whose claim is an object of its own, or give the component a new name and copy the data.':
    '请使用不带 tmpCreate 的卷（其声明是独立对象），或给组件换名并复制数据。',
  '"{0}" cannot get the claim template "{1}" any more: they are fixed when it is created.':
    '“{0}”不能再增加声明模板“{1}”：声明模板在创建时已固定。',
  '"{0}" cannot lose the claim template "{1}": they are fixed when it is created.':
    '“{0}”不能去掉声明模板“{1}”：声明模板在创建时已固定。',
  'Keep the volume, or give the component a new name.': '请保留该卷，或给组件换名。',
  '"{0}" is a volume of the component, of type {1}; here it is only mounted.':
    '“{0}”是组件的卷，类型为 {1}；此处只是挂载它。',
  'Use another name, or the type "ephemeral" to mount what is there.':
    '请换用其他名称，或用“ephemeral”类型挂载已有的卷。',
  'the volume is not persistent': '该卷不是持久卷',
  'tmpCreate makes a new claim': 'tmpCreate 会新建声明',
  'only config and secret volumes have a source': '只有 config 与 secret 卷有来源',
  'only config and secret volumes have keys': '只有 config 与 secret 卷有键',
  'Another volume is already mounted at {0}; only the first one will be.': '已有卷挂载在 {0}；只会挂载第一个。',
  'Give this volume a path of its own.': '请给这个卷单独的路径。',
  '"{0}" already names another volume of this component.': '“{0}”已是此组件另一个卷的名称。',
  'Use another name, or repeat the definition of the first one to mount it a second time.':
    '请换用其他名称，或重复第一个的定义以再次挂载。',
  'claim "{0}"': '声明“{0}”',
  'Give a positive amount such as "5Gi" or "500Mi"; a bare number counts Gi.':
    '请给出正数，例如“5Gi”或“500Mi”；不带单位的数字按 Gi 计。',
  '"{0}" is not a path a volume can be mounted at.': '“{0}”不是可以挂载卷的路径。',
  'Give an absolute path without ":", such as /data.': '请给出不含“:”的绝对路径，例如 /data。',
  '"{0}" leads out of the volume.': '“{0}”超出了卷的范围。',
  'Give a path relative to the volume, without "..".': '请给出相对于卷的路径，不含“..”。',
  'Use persistent, ephemeral, config or secret. Paths of the host cannot be mounted, for security.':
    '请使用 persistent、ephemeral、config 或 secret。出于安全，不能挂载主机路径。',
  '"{0}" is not a size.': '“{0}”不是大小。',
};

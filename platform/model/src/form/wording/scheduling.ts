import { under, type Wording, word } from './wording.ts';

const nearness: Wording = {
  component: word(['Component', '组件'], ['The component it is about.', '相关的组件。'], { example: 'cache' }),
  labels: word(
    ['Labels', '标签'],
    ['Pods with these labels, instead of a component.', '带有这些标签的 Pod（代替组件）。'],
    { group: 'advanced' },
  ),
  topology: word(['Within', '拓扑域'], ['The node label that defines the same place.', '表示同一位置的节点标签。'], {
    example: 'kubernetes.io/hostname',
  }),
  weight: word(['Weight', '权重'], ['How strong the wish is; a must when left out.', '偏好的强度；不填则为强制。']),
};

/** Words for the scheduling trait. */
export const schedulingWording: Wording = {
  'trait.scheduling': word(
    ['Placement', '调度'],
    ['On which machines the pods run.', 'Pod 运行在哪些机器上：节点标签、与其他组件的远近、污点、分布、优先级。'],
  ),
  'scheduling.profile': word(
    ['Profile', '预设'],
    ['Settings the platform keeps under a name.', '平台保存的命名预设。'],
    { example: 'gpu' },
  ),
  'scheduling.nodeSelector': word(
    ['Node labels', '节点标签'],
    ['Labels a machine must have.', '机器必须具有的标签。'],
    { example: { disk: 'ssd' } },
  ),
  'scheduling.nodeAffinity': word(
    ['Node rules', '节点规则'],
    ['Rules about the labels of machines.', '关于机器标签的规则。'],
    { group: 'advanced' },
  ),
  'scheduling.nodeAffinity.key': word(['Label', '标签'], ['The label of the machine.', '机器的标签。']),
  'scheduling.nodeAffinity.operator': word(['Operator', '运算符'], ['How it is compared.', '比较方式。']),
  'scheduling.nodeAffinity.values': word(['Values', '值'], ['What it is compared with.', '比较的值。']),
  'scheduling.nodeAffinity.weight':
    nearness.weight ?? word(['Weight', '权重'], ['How strong the wish is.', '偏好的强度。']),
  'scheduling.affinity': word(['Near', '靠近'], ['Runs where these run.', '与这些组件运行在一起。'], {
    group: 'advanced',
  }),
  ...under('scheduling.affinity', nearness),
  'scheduling.antiAffinity': word(['Away from', '远离'], ['Runs where these do not.', '与这些组件分开运行。'], {
    group: 'advanced',
  }),
  ...under('scheduling.antiAffinity', nearness),
  'scheduling.tolerations': word(
    ['Tolerations', '容忍'],
    ['Taints of machines it puts up with.', '可以容忍的机器污点。'],
    { group: 'advanced' },
  ),
  'scheduling.tolerations.key': word(
    ['Taint', '污点'],
    ['The key of the taint; all when left out.', '污点的键；不填则为全部。'],
  ),
  'scheduling.tolerations.operator': word(
    ['Operator', '运算符'],
    ['Whether the value must be equal.', '值是否必须相等。'],
  ),
  'scheduling.tolerations.value': word(['Value', '值'], ['The value of the taint.', '污点的值。']),
  'scheduling.tolerations.effect': word(
    ['Effect', '效果'],
    ['Which effect is put up with; all when left out.', '容忍的效果；不填则为全部。'],
  ),
  'scheduling.tolerations.tolerationSeconds': word(
    ['For', '容忍时间'],
    ['Seconds it stays on a machine that gets the taint.', '机器出现污点后停留的秒数。'],
  ),
  'scheduling.spread': word(['Spread', '分布'], ['How evenly the copies are spread.', '副本分布的均匀程度。'], {
    group: 'advanced',
  }),
  'scheduling.spread.topology': word(
    ['Over', '拓扑域'],
    ['The node label that shows what counts as a place.', '表示位置的节点标签。'],
    { example: 'topology.kubernetes.io/zone' },
  ),
  'scheduling.spread.maxSkew': word(
    ['Difference', '最大偏差'],
    ['How many copies more one place may have than another.', '不同位置之间允许的副本数差异。'],
  ),
  'scheduling.spread.whenUnsatisfiable': word(
    ['If impossible', '无法满足时'],
    ['What to do when the copies cannot be spread like that.', '无法按此分布时的处理方式。'],
  ),
  'scheduling.priorityClass': word(
    ['Priority class', '优先级类'],
    ['Who gives way when machines are full.', '资源不足时的优先级。'],
    { group: 'advanced' },
  ),
};

import { under, type Wording, word } from './wording.ts';

const metric: Wording = {
  utilization: word(['Share in use', '使用率'], ['Percent of what each copy requests.', '占每个副本请求量的百分比。'], {
    example: 70,
  }),
  averageValue: word(
    ['Amount in use', '平均用量'],
    ['The amount each copy should use on average.', '每个副本的平均用量。'],
    { example: '500m' },
  ),
};
const direction: Wording = {
  stabilizationWindowSeconds: word(
    ['Look back', '稳定窗口'],
    ['Seconds of past wishes that are taken into account.', '参考过去多少秒内的建议值。'],
  ),
  selectPolicy: word(['Of several limits', '策略选择'], ['Which of the limits counts.', '采用哪条限制。']),
  policies: word(['Limits', '限制'], ['How fast the number of copies may change.', '副本数变化速度的限制。']),
  'policies.type': word(['Counted in', '单位'], ['Copies or percent.', '按副本数或百分比。']),
  'policies.value': word(['Amount', '数量'], ['How much may change.', '允许的变化量。']),
  'policies.periodSeconds': word(['Within', '周期'], ['Seconds it may change in.', '变化所在的秒数。']),
};

/** Words for the autoscaling trait. */
export const autoscalingWording: Wording = {
  'trait.autoscaling': word(
    ['Autoscaling', '自动伸缩'],
    ['More copies when they are busy.', '繁忙时增加副本，空闲时减少副本。'],
  ),
  'autoscaling.min': word(['At least', '最少副本'], ['The fewest copies.', '最少的副本数。'], { example: 1 }),
  'autoscaling.max': word(['At most', '最多副本'], ['The most copies.', '最多的副本数。'], { example: 5 }),
  'autoscaling.cpu': word(['CPU', 'CPU'], ['Scales by the use of CPU.', '按 CPU 使用情况伸缩。']),
  ...under('autoscaling.cpu', metric),
  'autoscaling.memory': word(['Memory', '内存'], ['Scales by the use of memory.', '按内存使用情况伸缩。']),
  ...under('autoscaling.memory', metric),
  'autoscaling.behavior': word(['Behaviour', '伸缩行为'], ['How fast copies come and go.', '副本增减的速度。'], {
    group: 'advanced',
  }),
  'autoscaling.behavior.scaleUp': word(['Growing', '扩容'], ['How fast copies are added.', '增加副本的速度。']),
  ...under('autoscaling.behavior.scaleUp', direction),
  'autoscaling.behavior.scaleDown': word(
    ['Shrinking', '缩容'],
    ['How fast copies are taken away.', '减少副本的速度。'],
  ),
  ...under('autoscaling.behavior.scaleDown', direction),
};

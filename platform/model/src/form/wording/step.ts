import { type Wording, word } from './wording.ts';

/** Words for workflow steps and the job types that come with KubeMin. */
export const stepWording: Wording = {
  'step.name': word(
    ['Name', '名称'],
    ['The name of the step, unique within the workflow.', '步骤名称，在工作流内唯一。'],
    { example: 'deploy-all' },
  ),
  'step.jobType': word(
    ['Type', '任务类型'],
    ['What the step does; it deploys when left out.', '步骤执行的任务；不填则为部署。'],
    {
      options: { deploy: ['Deploy', '部署'] },
    },
  ),
  'step.mode': word(
    ['Mode', '模式'],
    ['Whether its components go one after the other or all together.', '组件依次执行还是同时执行。'],
    {
      options: { StepByStep: ['One after the other', '串行'], DAG: ['All together', '并行'] },
    },
  ),
  'step.components': word(['Components', '组件'], ['The components the step acts on.', '该步骤处理的组件。'], {
    example: ['web'],
  }),
  'step.if': word(
    ['Condition', '条件'],
    [
      'When the step runs; after everything before it succeeded when left out.',
      '步骤运行的条件；不填则在之前步骤全部成功后运行。',
    ],
    {
      group: 'flow',
      example: 'steps.test.status == "succeeded"',
    },
  ),
  'step.timeout': word(['Time limit', '超时'], ['How long the step may take.', '步骤允许的最长时间。'], {
    group: 'flow',
    example: '10m',
  }),
  'step.retry': word(['Retries', '重试'], ['How often a failed step is tried again.', '失败后如何重试。'], {
    group: 'flow',
  }),
  'step.retry.limit': word(['Attempts', '次数'], ['Attempts after the first.', '首次之后的重试次数。'], { example: 3 }),
  'step.retry.backoff': word(
    ['First wait', '初始等待'],
    ['The wait before the second attempt.', '第二次尝试前的等待时间。'],
  ),
  'step.retry.factor': word(
    ['Growth', '增长倍数'],
    ['What the wait grows by from attempt to attempt.', '每次等待时间的增长倍数。'],
  ),
  'step.retry.maxBackoff': word(
    ['Longest wait', '最长等待'],
    ['The wait never grows beyond this.', '等待时间的上限。'],
  ),
  'step.inputs': word(['Inputs', '输入'], ['Values the step takes from earlier ones.', '从之前步骤获取的值。'], {
    group: 'flow',
  }),
  'step.inputs.name': word(['Property', '属性'], ['The property of the step it becomes.', '对应的步骤属性。'], {
    example: 'image',
  }),
  'step.inputs.from': word(['From', '来源'], ['The output of an earlier step.', '之前步骤的输出。'], {
    example: 'steps.build.outputs.image',
  }),
  'step.outputs': word(['Outputs', '输出'], ['Values the step leaves for later ones.', '留给后续步骤的值。'], {
    group: 'flow',
  }),
  'step.outputs.name': word(['Name', '名称'], ['What later steps call it.', '后续步骤使用的名称。'], {
    example: 'image',
  }),
  'step.outputs.from': word(
    ['From', '来源'],
    ["Where in the step's result it is found; under its name when left out.", '在步骤结果中的位置；不填则与名称相同。'],
  ),
  'step.onFailure': word(
    ['After a failure', '失败处理'],
    ["What becomes of the step's objects when it fails.", '步骤失败后如何处理其对象。'],
    {
      group: 'flow',
      options: {
        keep: ['Leave everything', '保留'],
        cleanup: ['Delete what it created', '清理新建对象'],
        rollback: ['Restore what was before', '回滚'],
      },
    },
  ),
  'job.deploy': word(['Deploy', '部署'], ['Delivers components.', '交付组件并等待其就绪。']),
};

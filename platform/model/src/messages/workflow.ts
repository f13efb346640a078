import { defineMessages } from '@kubemin/base/message';

/** Workflows, their steps and conditions. */
export const workflowMessages = defineMessages('model.workflow', {
  conditionUnreadable: { en: 'cannot read "{text}"', zh: '无法识别“{text}”' },
  conditionUnexpected: { en: 'unexpected "{text}"', zh: '此处不应出现“{text}”' },
  conditionTooLong: { en: 'more than {most:number} parts', zh: '组成部分超过 {most} 个' },
  parenthesisMissing: { en: 'a ")" is missing', zh: '缺少“)”' },
  conditionEndsEarly: { en: 'the condition is incomplete', zh: '条件不完整' },
  conditionInvalid: { en: 'The condition is not valid: {reason:message}.', zh: '条件无效：{reason}。' },
  conditionExamples: {
    en: 'Write for example: always, failed, steps.test.status == "succeeded", inputs.env != "prod".',
    zh: '例如：always、failed、steps.test.status == "succeeded"、inputs.env != "prod"。',
  },
  unknownOperand: { en: 'Unknown name "{text}".{hint?}', zh: '未知名称“{text}”。{hint?}' },
  operandFix: {
    en: 'Put strings in quotes, or use {names:list}, steps.<name>.status or steps.<name>.outputs.<output>.',
    zh: '文本请加引号，或使用 {names}、steps.<name>.status、steps.<name>.outputs.<output>。',
  },
  givenTwice: { en: '"{name}" is given twice.', zh: '“{name}”给出了两次。' },
  stepNotEarlier: { en: 'No earlier step is named "{name}".{hint?}', zh: '前面没有步骤名为“{name}”。{hint?}' },
  onlyEarlierSteps: { en: 'Only earlier steps can be referenced.', zh: '只能引用更靠前的步骤。' },
  outputMissing: { en: 'The step "{step}" has no output "{output}".', zh: '步骤“{step}”没有输出“{output}”。' },
  fieldMissing: { en: 'The step "{step}" has no "{field}".', zh: '步骤“{step}”没有“{field}”。' },
  listOutput: { en: 'List it under "outputs" of "{step}".', zh: '请在“{step}”的“outputs”下列出它。' },
  outputNameFormat: {
    en: 'Use letters, digits, "_" and "-", starting with a letter.',
    zh: '请使用字母、数字、“_”和“-”，以字母开头。',
  },
  inputsFormat: {
    en: 'Give a list of {{ "name": "<property>", "from": "steps.<step>.outputs.<name>" }}.',
    zh: '请给出 {{ "name": "<属性>", "from": "steps.<step>.outputs.<name>" }} 的列表。',
  },
  dependencyLater: {
    en: '"{name}" depends on "{dependency}", which is deployed by a later step.',
    zh: '“{name}”依赖“{dependency}”，而后者由更晚的步骤交付。',
  },
  dependencyLaterFix: {
    en: 'Move "{dependency}" to this step or an earlier one, or remove the dependency.',
    zh: '请把“{dependency}”移到本步骤或更早的步骤，或去掉依赖。',
  },
  referenceLater: {
    en: '"{name}" uses "{reference}", which is deployed by a later step.',
    zh: '“{name}”使用“{reference}”，而后者由更晚的步骤交付。',
  },
  referenceLaterFix: {
    en: 'Move "{reference}" to the step of the component or an earlier one.',
    zh: '请把“{reference}”移到该组件所在的步骤或更早的步骤。',
  },
  onFailure: {
    en: 'Use keep (leave everything), cleanup (delete what the step created) or rollback (restore what was before).',
    zh: '请使用 keep（全部保留）、cleanup（删除该步骤创建的内容）或 rollback（恢复之前的状态）。',
  },
  modes: {
    en: 'Use "StepByStep" (one after the other) or "DAG" (in parallel).',
    zh: '请使用“StepByStep”（依次）或“DAG”（并行）。',
  },
  componentsAndSubSteps: {
    en: 'The step "{step}" has components and sub steps.',
    zh: '步骤“{step}”既有组件又有子步骤。',
  },
  componentsAndSubStepsFix: { en: 'Move the components into another sub-step.', zh: '请把组件移到单独的子步骤中。' },
  nestedSubSteps: {
    en: 'The sub-step "{step}" has sub-steps; steps can be nested only one level deep.',
    zh: '子步骤“{step}”还有子步骤；步骤只能嵌套一层。',
  },
  nestedSubStepsFix: {
    en: 'Make them sub-steps of the step, or separate steps.',
    zh: '请把它们改为该步骤的子步骤，或单独的步骤。',
  },
  stepEmpty: { en: 'The step "{step}" has nothing to do.', zh: '步骤“{step}”无事可做。' },
  stepEmptyFix: { en: 'List at least one component under "components".', zh: '请在“components”下至少列出一个组件。' },
  componentsIgnored: {
    en: 'A {type} step acts on no component, so this list has no effect.',
    zh: '{type} 步骤不作用于组件，因此该列表不起作用。',
  },
  componentsIgnoredFix: {
    en: 'Remove it, or move the components to a step that deploys them.',
    zh: '请删除它，或把组件移到部署它们的步骤。',
  },
  stepNameTaken: { en: 'Another step is already named "{name}".', zh: '已有步骤名为“{name}”。' },
  stepNameTakenFix: { en: 'Give every step its own name.', zh: '请让每个步骤名称各不相同。' },
  notDeployed: { en: 'No workflow step deploys "{name}".', zh: '没有工作流步骤部署“{name}”。' },
  notDeployedFix: {
    en: 'Add it to a step, or remove the workflow; the default workflow deploys every component.',
    zh: '请把它加入某个步骤，或删除工作流；默认工作流会部署所有组件。',
  },
});

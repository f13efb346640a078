import type { Sentences } from './sentences.ts';

/** About workflows, their steps and conditions. */
export const workflowSentences: Sentences = {
  // Conditions
  '"{0}" cannot be read.': '无法读懂“{0}”。',
  '"{0}" is not expected there.': '“{0}”不应出现在那里。',
  'It has more than {0} parts.': '它的组成部分超过 {0} 个。',
  'A ")" is missing.': '缺少“)”。',
  'It ends too early.': '它过早结束。',
  'The condition cannot be read: {0}': '无法读懂条件：{0}',
  'Write for example: always, failed, steps.test.status == "succeeded", inputs.env != "prod".':
    '例如：always、failed、steps.test.status == "succeeded"、inputs.env != "prod"。',
  'Nobody knows what "{0}" is.{1}': '不知道“{0}”是什么。{1}',
  'Put texts in quotes, or use {0}, steps.<name>.status or steps.<name>.outputs.<output>.':
    '文本请加引号，或使用 {0}、steps.<name>.status、steps.<name>.outputs.<output>。',

  // Inputs and outputs
  '"{0}" is given twice.': '“{0}”给出了两次。',
  'No earlier step is called "{0}".{1}': '前面没有步骤名为“{0}”。{1}',
  'Only steps further up can be asked.': '只能引用更靠前的步骤。',
  'output "{0}"': '输出“{0}”',
  'The step "{0}" has no {1}.': '步骤“{0}”没有{1}。',
  'List it under "outputs" of "{0}".': '请在“{0}”的“outputs”下列出它。',
  'Use letters, digits, "_" and "-", starting with a letter.': '请使用字母、数字、“_”和“-”，以字母开头。',
  'Give a list of { "name": "<property>", "from": "steps.<step>.outputs.<name>" }.':
    '请给出 { "name": "<属性>", "from": "steps.<step>.outputs.<name>" } 的列表。',

  // Steps
  '"{0}" depends on "{1}", which only a later step delivers.': '“{0}”依赖“{1}”，而后者由更晚的步骤交付。',
  'Move "{0}" to this step or an earlier one, or remove the dependency.':
    '请把“{0}”移到本步骤或更早的步骤，或去掉依赖。',
  'Use keep (leave everything), cleanup (delete what the step created) or rollback (restore what was before).':
    '请使用 keep（全部保留）、cleanup（删除该步骤创建的内容）或 rollback（恢复之前的状态）。',
  'Use "StepByStep" (one after the other) or "DAG" (in parallel).': '请使用“StepByStep”（依次）或“DAG”（并行）。',
  'The step "{0}" has components and sub steps.': '步骤“{0}”既有组件又有子步骤。',
  'Move the components into a sub step of their own.': '请把组件移到单独的子步骤中。',
  'The sub step "{0}" has sub steps; steps are nested one level deep.': '子步骤“{0}”还有子步骤；步骤只能嵌套一层。',
  'Make them sub steps of the step, or steps of their own.': '请把它们改为该步骤的子步骤，或单独的步骤。',
  'The step "{0}" has nothing to do.': '步骤“{0}”无事可做。',
  'List at least one component under "components".': '请在“components”下至少列出一个组件。',
  'A {0} step acts on no component, so this list has no effect.': '{0} 步骤不作用于组件，因此该列表不起作用。',
  'Remove it, or move the components to a step that deploys them.': '请删除它，或把组件移到部署它们的步骤。',
  'Another step is already called "{0}".': '已有步骤名为“{0}”。',
  'Give every step a name of its own.': '请让每个步骤名称各不相同。',
  'No workflow step deploys "{0}".': '没有工作流步骤部署“{0}”。',
  'Add it to a step, or remove the workflow to have one made from the components.':
    '请把它加入某个步骤，或删除工作流以便由组件自动生成。',
};

import { defineMessages } from '@kubemin/base/message';

/** Messages of the wizard beside those of the model. */
export const wizardMessages = defineMessages('cli.wizard', {
  appName: { en: 'App name', zh: '应用名称' },
  found: { en: 'Found {files}: use as a start?', zh: '发现 {files}，以此为起点？' },
  component: { en: 'Component {number:number} · {field}', zh: '组件 {number} · {field}' },
  traitsOf: { en: 'Traits for {component}', zh: '{component} 的特征' },
  moreOf: { en: '{what} · more settings', zh: '{what} · 更多设置' },
  whichOf: { en: '{what} · which one', zh: '{what} · 选择一种' },
  anotherOf: { en: '{what} · another?', zh: '{what} · 再加一个？' },
  addOf: { en: '{what} · add one?', zh: '{what} · 添加？' },
  anotherComponent: { en: 'Another component?', zh: '再加一个组件？' },
  emptyEnds: { en: 'Leave empty to finish.', zh: '没有更多时留空。' },
  listHelp: { en: 'Separate with commas or spaces.', zh: '用逗号或空格分隔。' },
  notAPair: { en: 'Write KEY=VALUE.', zh: '请写成 键=值。' },
  keyOf: { en: '{what} · key', zh: '{what} · 键' },
  valueOf: { en: 'Value of {key}', zh: '{key} 的值' },
  deployOrder: { en: 'Deploy order (from references): {order}', zh: '部署顺序（根据引用）：{order}' },
  accept: { en: 'Accept', zh: '接受' },
  edit: { en: 'Edit', zh: '修改' },
  parallel: { en: 'All parallel', zh: '全部并行' },
  order: { en: 'Order', zh: '顺序' },
  orderHelp: {
    en: 'Steps separated by commas; + joins components that start together.',
    zh: '步骤之间用逗号分隔，同时启动的组件用 + 连接。',
  },
  orderMissing: { en: 'Not in the order yet: {components}.', zh: '顺序中还缺少：{components}。' },
  orderTwice: { en: '"{component}" is in the order twice.', zh: '“{component}”在顺序中出现了两次。' },
  orderUnknown: { en: 'No component named "{name}".', zh: '没有名为“{name}”的组件。' },
});

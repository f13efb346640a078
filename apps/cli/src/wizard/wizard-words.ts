/** What the wizard says beside the words of the model. */
export interface WizardWords {
  readonly appName: string;
  readonly found: (files: string) => string;
  readonly component: (number: number, field: string) => string;
  readonly traitsOf: (component: string) => string;
  readonly moreOf: (what: string) => string;
  readonly whichOf: (what: string) => string;
  readonly anotherOf: (what: string) => string;
  readonly addOf: (what: string) => string;
  readonly anotherComponent: string;
  readonly emptyEnds: string;
  readonly listHelp: string;
  readonly pair: string;
  readonly notAPair: string;
  readonly keyOf: (what: string) => string;
  readonly valueOf: (key: string) => string;
  readonly deployOrder: (order: string) => string;
  readonly accept: string;
  readonly edit: string;
  readonly parallel: string;
  readonly order: string;
  readonly orderHelp: string;
  readonly orderMissing: (components: string) => string;
  readonly orderTwice: (component: string) => string;
  readonly orderUnknown: (name: string) => string;
}

/** What the wizard says, by language. */
export const wizardWords: Readonly<Record<'en' | 'zh', WizardWords>> = {
  en: {
    appName: 'App name',
    found: (files) => `Found ${files}: use as a start?`,
    component: (number, field) => `Component ${number} · ${field}`,
    traitsOf: (component) => `Traits for ${component}`,
    moreOf: (what) => `${what} · more settings`,
    whichOf: (what) => `${what} · which one`,
    anotherOf: (what) => `${what} · another?`,
    addOf: (what) => `${what} · add one?`,
    anotherComponent: 'Another component?',
    emptyEnds: 'Leave it empty when there are no more.',
    listHelp: 'Separate by commas, or by blanks.',
    pair: 'as KEY=VALUE',
    notAPair: 'Write KEY=VALUE.',
    keyOf: (what) => `${what} · key`,
    valueOf: (key) => `Value of ${key}`,
    deployOrder: (order) => `Deploy order (from references): ${order}`,
    accept: 'Accept',
    edit: 'Edit',
    parallel: 'All parallel',
    order: 'Order',
    orderHelp: 'Steps separated by commas; + joins components that start together.',
    orderMissing: (components) => `Not in the order yet: ${components}.`,
    orderTwice: (component) => `"${component}" is in the order twice.`,
    orderUnknown: (name) => `No component is called "${name}".`,
  },
  zh: {
    appName: '应用名称',
    found: (files) => `发现 ${files}，以此为起点？`,
    component: (number, field) => `组件 ${number} · ${field}`,
    traitsOf: (component) => `${component} 的特征`,
    moreOf: (what) => `${what} · 更多设置`,
    whichOf: (what) => `${what} · 选择一种`,
    anotherOf: (what) => `${what} · 再加一个？`,
    addOf: (what) => `${what} · 添加？`,
    anotherComponent: '再加一个组件？',
    emptyEnds: '没有更多时留空。',
    listHelp: '用逗号或空格分隔。',
    pair: '格式为 键=值',
    notAPair: '请写成 键=值。',
    keyOf: (what) => `${what} · 键`,
    valueOf: (key) => `${key} 的值`,
    deployOrder: (order) => `部署顺序（根据引用）：${order}`,
    accept: '接受',
    edit: '修改',
    parallel: '全部并行',
    order: '顺序',
    orderHelp: '步骤之间用逗号分隔，同时启动的组件用 + 连接。',
    orderMissing: (components) => `顺序中还缺少：${components}。`,
    orderTwice: (component) => `“${component}”在顺序中出现了两次。`,
    orderUnknown: (name) => `没有名为“${name}”的组件。`,
  },
};

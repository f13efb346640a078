import { defineWords } from '../catalogue.ts';
import type { Language } from '../language.ts';

/** What the wizard says beside the words of the model. */
export const wizardWords = defineWords({
  en: {
    appName: 'App name',
    found: (files: string) => `Found ${files}: use as a start?`,
    component: (number: number, field: string) => `Component ${number} · ${field}`,
    traitsOf: (component: string) => `Traits for ${component}`,
    moreOf: (what: string) => `${what} · more settings`,
    whichOf: (what: string) => `${what} · which one`,
    anotherOf: (what: string) => `${what} · another?`,
    addOf: (what: string) => `${what} · add one?`,
    anotherComponent: 'Another component?',
    emptyEnds: 'Leave it empty when there are no more.',
    listHelp: 'Separate by commas, or by blanks.',
    notAPair: 'Write KEY=VALUE.',
    keyOf: (what: string) => `${what} · key`,
    valueOf: (key: string) => `Value of ${key}`,
    deployOrder: (order: string) => `Deploy order (from references): ${order}`,
    accept: 'Accept',
    edit: 'Edit',
    parallel: 'All parallel',
    order: 'Order',
    orderHelp: 'Steps separated by commas; + joins components that start together.',
    orderMissing: (components: string) => `Not in the order yet: ${components}.`,
    orderTwice: (component: string) => `"${component}" is in the order twice.`,
    orderUnknown: (name: string) => `No component is called "${name}".`,
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
});

/** The same in one language. */
export type WizardWords = (typeof wizardWords)[Language];

import { defineWords } from '../catalogue.ts';

/** What nodes run containers with, by name. */
export const nodeRuntimeWords = defineWords({
  en: { sandbox: 'sandbox (containers)', simulated: 'simulated' },
  zh: { sandbox: 'sandbox（容器）', simulated: '模拟' },
});

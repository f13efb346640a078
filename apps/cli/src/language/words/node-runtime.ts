import { defineWords } from '../catalogue.ts';

/** What nodes run containers with, by name. */
export const nodeRuntimeWords = defineWords({
  en: { simulated: 'simulated' },
  zh: { simulated: '模拟' },
});

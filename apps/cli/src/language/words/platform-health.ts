import { defineWords } from '../catalogue.ts';

/** How a platform says it is. */
export const platformHealthWords = defineWords({
  en: { ready: 'ready', degraded: 'degraded' },
  zh: { ready: '就绪', degraded: '降级' },
});

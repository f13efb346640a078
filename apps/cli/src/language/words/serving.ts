import { defineWords } from '../catalogue.ts';

/** About what runs after an update that did not complete. */
export const servingWords = defineWords({
  en: {
    whole: (revision: number) => `the previous version still serves: revision ${revision}`,
    restored: (refused: number, restored: number, revision: number) =>
      `revision ${refused} was refused; revision ${restored} serves, stored again as revision ${revision}`,
    none: 'the previous version does not serve any more, and nothing else does',
    parts: (parts: string) => `what serves: ${parts}`,
    part: (component: string, revision: number) => `${component} revision ${revision}`,
    nothing: (component: string) => `${component} nothing`,
    still: (message: string, revision: number) => `${message}; still revision ${revision}`,
    toGoBack: (revision: number) => `goes back to revision ${revision}`,
  },
  zh: {
    whole: (revision) => `仍由之前的版本提供服务：修订版 ${revision}`,
    restored: (refused, restored, revision) =>
      `修订版 ${refused} 已被拒绝；由修订版 ${restored} 提供服务，已另存为修订版 ${revision}`,
    none: '之前的版本已不再提供服务，目前没有任何版本提供服务',
    parts: (parts) => `提供服务的版本：${parts}`,
    part: (component, revision) => `${component} 修订版 ${revision}`,
    nothing: (component) => `${component} 无`,
    still: (message, revision) => `${message}；仍为修订版 ${revision}`,
    toGoBack: (revision) => `回到修订版 ${revision}`,
  },
});

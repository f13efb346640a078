import { defineMessages } from '@kubemin/base/message';

/** About what runs after an update that did not complete. */
export const servingMessages = defineMessages('cli.serving', {
  whole: {
    en: 'the previous version still serves: revision {revision:number}',
    zh: '仍由之前的版本提供服务：修订版 {revision}',
  },
  restored: {
    en: 'revision {refused:number} was refused; revision {restored:number} serves, stored again as revision {revision:number}',
    zh: '修订版 {refused} 已被拒绝；由修订版 {restored} 提供服务，已另存为修订版 {revision}',
  },
  none: {
    en: 'the previous version does not serve any more, and nothing else does',
    zh: '之前的版本已不再提供服务，目前没有任何版本提供服务',
  },
  parts: { en: 'what serves: {parts}', zh: '提供服务的版本：{parts}' },
  part: { en: '{component} revision {revision:number}', zh: '{component} 修订版 {revision}' },
  nothing: { en: '{component} nothing', zh: '{component} 无' },
  still: { en: '{message}; still revision {revision:number}', zh: '{message}；仍为修订版 {revision}' },
  toGoBack: { en: 'goes back to revision {revision:number}', zh: '回到修订版 {revision}' },
});

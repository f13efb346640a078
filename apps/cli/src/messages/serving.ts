import { defineMessages } from '@kubemin/base/message';

/** About what runs after an update that did not complete. */
export const servingMessages = defineMessages('cli.serving', {
  whole: {
    en: 'the previous version is still serving: revision {revision:number}',
    zh: '仍由之前的版本提供服务：修订版 {revision}',
  },
  restored: {
    en: 'revision {refused:number} was rejected; revision {restored:number} is serving, stored again as revision {revision:number}',
    zh: '修订版 {refused} 已被拒绝；由修订版 {restored} 提供服务，已另存为修订版 {revision}',
  },
  none: {
    en: 'no version is serving',
    zh: '目前没有任何版本提供服务',
  },
  parts: { en: 'serving: {parts}', zh: '提供服务的版本：{parts}' },
  part: { en: '{component} revision {revision:number}', zh: '{component} 修订版 {revision}' },
  nothing: { en: '{component} none', zh: '{component} 无' },
  still: { en: '{message}; still revision {revision:number}', zh: '{message}；仍为修订版 {revision}' },
  toGoBack: { en: 'roll back to revision {revision:number}', zh: '回滚到修订版 {revision}' },
});

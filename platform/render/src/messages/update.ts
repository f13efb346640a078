import { defineMessages } from '@kubemin/base/message';

/** Updates of components. */
export const updateMessages = defineMessages('render.update', {
  switchOver: {
    en: 'The new version runs beside the old one, without traffic. Switch over?',
    zh: '新版本已与旧版本并行运行，尚无流量。是否切换？',
  },
  promoteCanary: {
    en: 'The canary runs. Promote it to all copies?',
    zh: '金丝雀版本正在运行。是否推广到所有副本？',
  },
  strategyUnsupported: {
    en: 'The update strategy "{strategy}" is not supported for a {kinds:list}: two versions of its pods cannot run at the same time. Use rolling or recreate.',
    zh: '{kinds} 不支持更新策略“{strategy}”：其 Pod 的两个版本不能同时运行。请使用 rolling 或 recreate。',
  },
});

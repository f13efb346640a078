import { defineWords } from '../catalogue.ts';

/** About what waits for its turn, and who takes it up. */
export const queueWords = defineWords({
  en: {
    nothingWaits: 'nothing waits',
    application: (run: number) => `run ${run} of the same application goes first`,
    capacity: 'all places are taken',
    noWorker: 'no worker is alive',
    starting: 'about to begin',
    more: (count: number) => `… and ${count} more`,
    alive: 'alive',
    leads: 'leads',
    lost: 'lost',
    comma: ', ',
  },
  zh: {
    nothingWaits: '没有运行在等待',
    application: (run) => `同一应用的运行 ${run} 在前`,
    capacity: '位置已满',
    noWorker: '没有存活的执行者',
    starting: '即将开始',
    more: (count) => `……另有 ${count} 个`,
    alive: '存活',
    leads: '主导',
    lost: '失联',
    comma: ',',
  },
});

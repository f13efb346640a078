import { defineWords } from '../catalogue.ts';

/** What runs do, by their kinds. */
export const runKindWords = defineWords({
  en: {
    deploy: 'deploy',
    scale: 'scale',
    restart: 'restart',
    delete: 'delete',
    undo: 'undo',
  },
  zh: {
    deploy: '部署',
    scale: '扩缩',
    restart: '重启',
    delete: '删除',
    undo: '撤销',
  },
});

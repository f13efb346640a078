import { defineMessages } from '@kubemin/base/message';

/** What runs do, by their kinds. */
export const runKindMessages = defineMessages('cli.runKind', {
  deploy: { en: 'deploy', zh: '部署' },
  scale: { en: 'scale', zh: '扩缩' },
  restart: { en: 'restart', zh: '重启' },
  delete: { en: 'delete', zh: '删除' },
  undo: { en: 'undo', zh: '撤销' },
});

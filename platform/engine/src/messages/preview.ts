import { defineMessages } from '@kubemin/base/message';

/** What previews of runs show. */
export const previewMessages = defineMessages('engine.preview', {
  clusterUnreachable: {
    en: 'The cluster cannot be reached: what the run would change or remove there is not known.',
    zh: '无法连接集群：不知道运行会在其中更改或删除什么。',
  },
  runsInTurn: { en: 'runs in its turn', zh: '轮到它时运行' },
  notReached: { en: 'the cluster cannot be reached', zh: '无法连接集群' },
  notReachedBecause: { en: 'the cluster cannot be reached: {reason:message}', zh: '无法连接集群：{reason}' },
  notSupported: { en: 'jobs of this type have no preview', zh: '此类型的任务无法预览' },
  wouldWait: { en: 'waits for another application', zh: '等待另一个应用' },
});

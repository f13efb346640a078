import { defineMessages } from '@kubemin/base/message';

/** States of components in the cluster. */
export const statusMessages = defineMessages('server.status', {
  notDeployed: { en: 'not deployed yet', zh: '尚未部署' },
  deleted: {
    en: 'deleted from the cluster; deploy the application to restore it',
    zh: '已从集群中删除；请部署应用以恢复',
  },
  notWatched: { en: 'components of this type have no status', zh: '此类组件没有状态' },
  delivered: { en: '{kind} is in the cluster', zh: '{kind} 已在集群中' },
  scaledToZero: { en: 'scaled to 0', zh: '已缩容到 0' },
  suspended: { en: 'suspended', zh: '已暂停' },
  sharedFrom: {
    en: '{state:message}; shared, created by application "{app}"',
    zh: '{state}；共享，由应用“{app}”创建',
  },
  andMissing: { en: '{state:message}; {missing:message}', zh: '{state}；{missing}' },
});

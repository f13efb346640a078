import { defineMessages } from '@kubemin/base/message';

/** Projects and the namespaces they are bound to. */
export const projectMessages = defineMessages('server.project', {
  notFound: { en: 'project "{project}" not found', zh: '没有项目“{project}”' },
  notBound: { en: 'project "{project}" is not bound to namespaces', zh: '项目“{project}”没有绑定命名空间' },
  namespaceTaken: {
    en: 'namespace "{pattern}" in cluster "{cluster}" overlaps "{taken}", which project "{project}" is bound to; choose another one, or unbind that project first',
    zh: '集群“{cluster}”中的命名空间“{pattern}”与项目“{project}”绑定的“{taken}”重叠；请另选，或先解除该项目的绑定',
  },
  namespaceClosed: {
    en: 'namespace "{pattern}" cannot be bound: "{closed}" is a system namespace or closed by --closed-namespaces; choose another one',
    zh: '无法绑定命名空间“{pattern}”：“{closed}”是系统命名空间，或已被 --closed-namespaces 关闭；请另选一个',
  },
  applicationsOutside: {
    en: '{count:application|applications} of project "{project}" would be outside the binding: {applications:list}; add their clusters and namespaces, or delete them first',
    zh: '项目“{project}”的 {count} 个应用会在绑定之外：{applications}；请加入其集群和命名空间，或先删除它们',
  },
  applicationsInside: {
    en: '{count:application|applications} of other projects in these namespaces: {applications:list}; choose other namespaces, or delete them first',
    zh: '这些命名空间中有其他项目的 {count} 个应用：{applications}；请另选命名空间，或先删除它们',
  },
});

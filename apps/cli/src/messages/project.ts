import { defineMessages } from '@kubemin/base/message';

/** Projects and the namespaces they are bound to. */
export const projectMessages = defineMessages('cli.project', {
  unnamed: { en: '(no name)', zh: '（未命名）' },
  notBound: { en: 'not bound', zh: '未绑定' },
  bound: {
    en: 'project {name} bound to {namespaces:list} in {clusters:list}',
    zh: '项目 {name} 已绑定 {clusters} 中的 {namespaces}',
  },
  unbound: {
    en: 'binding of project {name} removed; its applications and namespaces are kept',
    zh: '已解除项目 {name} 的绑定；其应用与命名空间保留',
  },
  namespaceRequired: { en: 'no namespace given', zh: '没有给出命名空间' },
  giveNamespace: {
    en: "name at least one: kubemin project bind {project} --namespace NAME, or a prefix --namespace 'NAME-*'",
    zh: "请至少给出一个：kubemin project bind {project} --namespace NAME，或前缀 --namespace 'NAME-*'",
  },
});

import { argument, choice, defineCommand, list, option, projectQuota } from '../command/index.ts';

const projectArgument = argument('project', { en: 'name of the project', zh: '项目名称' });

/** `kubemin project ls`. */
export const projectLsCommand = defineCommand({
  path: ['project', 'ls'],
  group: 'platform',
  summary: { en: 'list projects and the namespaces they are bound to', zh: '列出项目及其绑定的命名空间' },
  examples: [{ line: 'kubemin project ls', needs: 'platform' }],
  load: async () => {
    const { listProjects } = await import('./project.ts');
    return listProjects;
  },
});

/** `kubemin project show`. */
export const projectShowCommand = defineCommand({
  path: ['project', 'show'],
  group: 'platform',
  summary: { en: 'show what a project is bound to', zh: '显示项目的绑定' },
  arguments: { project: projectArgument },
  examples: [{ line: 'kubemin project show payments', needs: 'platform' }],
  load: async () => {
    const { showProject } = await import('./project.ts');
    return showProject;
  },
});

/** `kubemin project bind`. */
export const projectBindCommand = defineCommand({
  path: ['project', 'bind'],
  group: 'platform',
  summary: {
    en: 'bind a project to namespaces, replacing its binding; no other project may use them',
    zh: '为项目绑定命名空间，取代原有绑定；其他项目不得使用它们',
  },
  help: {
    en: 'Applications of a bound project are delivered to its namespaces only. Namespaces are created when first used, with quota, limit range, Pod Security and a network policy.',
    zh: '已绑定项目的应用只交付到其命名空间。命名空间在首次使用时创建，并带有配额、限制范围、Pod 安全级别和网络策略。',
  },
  arguments: { project: projectArgument },
  options: {
    namespace: list('--namespace <name|prefix*>', {
      en: "namespace, or a prefix as 'team-*'; may be repeated",
      zh: "命名空间，或前缀如 'team-*'；可重复",
    }),
    cluster: list('--cluster <cluster>', {
      en: 'cluster of the namespaces; may be repeated (default: the default cluster)',
      zh: '命名空间所在的集群；可重复（默认：默认集群）',
    }),
    quota: list(
      '--quota <resource=amount>',
      {
        en: 'what all pods of a namespace may request: cpu=4, memory=8Gi, pods=50; may be repeated',
        zh: '一个命名空间中所有 Pod 合计可申请的数量：cpu=4、memory=8Gi、pods=50；可重复',
      },
      projectQuota,
    ),
    podSecurity: choice(
      '--pod-security <level>',
      { en: 'level of Pod Security to enforce', zh: '强制的 Pod 安全级别' },
      ['privileged', 'baseline', 'restricted'],
    ),
    network: choice(
      '--network <mode>',
      {
        en: 'isolated (default): pods reach DNS and the project only; open: no network policy',
        zh: 'isolated（默认）：Pod 只能访问 DNS 与本项目；open：没有网络策略',
      },
      ['isolated', 'open'],
    ),
    reference: list('--reference <kind/name>', {
      en: 'object that applications may refer to; given once, no other object that belongs to no application may be; may be repeated',
      zh: '应用可引用的对象；一旦给出，不属于任何应用的其他对象均不可引用；可重复',
    }),
    description: option('--description <text>', { en: 'description of the project', zh: '项目说明' }),
  },
  examples: [
    { line: 'kubemin project bind payments --namespace payments', needs: 'platform' },
    {
      line: 'kubemin project bind payments --namespace payments --namespace "payments-*" --quota cpu=4 --quota pods=50',
      needs: 'platform',
    },
  ],
  load: async () => {
    const { bindProject } = await import('./project.ts');
    return bindProject;
  },
});

/** `kubemin project unbind`. */
export const projectUnbindCommand = defineCommand({
  path: ['project', 'unbind'],
  group: 'platform',
  summary: {
    en: 'remove the binding of a project; its applications and namespaces are kept',
    zh: '解除项目的绑定；其应用与命名空间保留',
  },
  arguments: { project: projectArgument },
  examples: [{ line: 'kubemin project unbind payments', needs: 'platform' }],
  load: async () => {
    const { unbindProject } = await import('./project.ts');
    return unbindProject;
  },
});

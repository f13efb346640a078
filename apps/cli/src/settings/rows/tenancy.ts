import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, textList, wholeNumber } from '../setting-types/setting-types.ts';
import { bytes, cores } from './jobs.ts';

/** What namespaces of bound projects have where the binding does not state it. */
export const tenancySettings = {
  quotaCpu: defineSetting({
    flag: 'project-quota-cpu',
    yaml: ['projects.quota.cpu'],
    type: cores(),
    default: '32',
    doc: {
      en: 'CPU that all pods of one namespace of a bound project may request.',
      zh: '已绑定项目的一个命名空间中所有 Pod 合计可申请的 CPU。',
    },
  }),
  quotaMemory: defineSetting({
    flag: 'project-quota-memory',
    yaml: ['projects.quota.memory'],
    type: bytes(),
    default: '128Gi',
    doc: {
      en: 'Memory that all pods of one namespace of a bound project may request.',
      zh: '已绑定项目的一个命名空间中所有 Pod 合计可申请的内存。',
    },
  }),
  quotaPods: defineSetting({
    flag: 'project-quota-pods',
    yaml: ['projects.quota.pods'],
    type: wholeNumber({ min: 1 }),
    default: 200,
    doc: {
      en: 'Maximum number of pods in one namespace of a bound project.',
      zh: '已绑定项目的一个命名空间中最多的 Pod 数。',
    },
  }),
  defaultCpu: defineSetting({
    flag: 'project-default-cpu',
    yaml: ['projects.defaultCpu'],
    type: cores(),
    default: '50m',
    doc: {
      en: 'CPU request of a container without one in a namespace of a bound project.',
      zh: '已绑定项目的命名空间中未申请 CPU 的容器所得的 CPU。',
    },
  }),
  defaultMemory: defineSetting({
    flag: 'project-default-memory',
    yaml: ['projects.defaultMemory'],
    type: bytes(),
    default: '64Mi',
    doc: {
      en: 'Memory request of a container without one in a namespace of a bound project.',
      zh: '已绑定项目的命名空间中未申请内存的容器所得的内存。',
    },
  }),
  podSecurity: defineSetting({
    flag: 'project-pod-security',
    yaml: ['projects.podSecurity'],
    type: choice(['privileged', 'baseline', 'restricted']),
    default: 'baseline',
    doc: {
      en: 'Level of the Pod Security Standards that namespaces of bound projects enforce.',
      zh: '已绑定项目的命名空间所强制的 Pod 安全标准级别。',
    },
  }),
  ingressNamespaces: defineSetting<readonly string[]>({
    flag: 'ingress-namespaces',
    yaml: ['projects.ingressNamespaces'],
    type: textList({
      expected: settingValueMessages.namespaces,
      example: 'ingress-nginx,istio-system',
      pattern: /^[a-z0-9]([a-z0-9-]*)$/,
    }),
    default: ['ingress-nginx', 'traefik', 'istio-system', 'kube-system'],
    doc: {
      en: 'Namespaces of ingress controllers; their pods may connect to pods of isolated projects.',
      zh: 'Ingress 控制器所在的命名空间；其中的 Pod 可连接已隔离项目的 Pod。',
    },
  }),
} as const;

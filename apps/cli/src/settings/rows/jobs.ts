import type { Message } from '@kubemin/base/message';
import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { text, textList, wholeNumber } from '../setting-types/setting-types.ts';

const amount = (expected: Message, example: string) =>
  text({ expected, example, pattern: /^\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/ });
/** An amount of CPU. */
export const cores = () => amount(settingValueMessages.cores, '500m');
/** An amount of memory. */
export const bytes = () => amount(settingValueMessages.memory, '64Gi');
const resourceName = () =>
  text({ expected: settingValueMessages.resource, example: 'nvidia.com/gpu', pattern: /^[\w.-]+\/[\w.-]+$/ });

/** Where and within which bounds users' code runs. */
export const jobSettings = {
  namespace: defineSetting({
    flag: 'jobs-namespace',
    yaml: ['jobs.namespace'],
    type: text({
      expected: settingValueMessages.jobsNamespace,
      example: '{namespace}-jobs',
      pattern: /^(?!\{namespace\}$)([a-z0-9-]|\{namespace\})+$/,
    }),
    default: '{namespace}-jobs',
    doc: {
      en: "Namespace of steps that run users' code; `{namespace}` stands for that of the application.",
      zh: '运行用户代码的步骤所在的命名空间；`{namespace}` 代表应用的命名空间。',
    },
  }),
  maxPods: defineSetting({
    flag: 'jobs-max-pods',
    yaml: ['jobs.maxPods'],
    type: wholeNumber({ min: 1 }),
    default: 50,
    doc: {
      en: 'Maximum number of pods of such steps in one namespace at a time.',
      zh: '一个命名空间中此类步骤同时存在的 Pod 数。',
    },
  }),
  maxCpu: defineSetting({
    flag: 'jobs-max-cpu',
    yaml: ['jobs.maxCpu'],
    type: cores(),
    default: '16',
    doc: {
      en: 'CPU limit of all of them in one namespace. Applies to namespaces created from now on.',
      zh: '一个命名空间中它们合计可用的 CPU。仅对之后创建的命名空间生效。',
    },
  }),
  maxMemory: defineSetting({
    flag: 'jobs-max-memory',
    yaml: ['jobs.maxMemory'],
    type: bytes(),
    default: '64Gi',
    doc: {
      en: 'Memory limit of all of them in one namespace. Applies to namespaces created from now on.',
      zh: '一个命名空间中它们合计可用的内存。仅对之后创建的命名空间生效。',
    },
  }),
  defaultCpu: defineSetting({
    flag: 'jobs-default-cpu',
    yaml: ['jobs.defaultCpu'],
    type: cores(),
    default: '500m',
    doc: { en: 'CPU of a step without a request.', zh: '未申请 CPU 的步骤所得的 CPU。' },
  }),
  defaultMemory: defineSetting({
    flag: 'jobs-default-memory',
    yaml: ['jobs.defaultMemory'],
    type: bytes(),
    default: '512Mi',
    doc: { en: 'Memory of a step without a request.', zh: '未申请内存的步骤所得的内存。' },
  }),
  runAsUser: defineSetting({
    flag: 'jobs-run-as-user',
    yaml: ['jobs.runAsUser'],
    type: wholeNumber({ min: 1, max: 2_147_483_647 }),
    default: 1000,
    doc: {
      en: 'Default user of containers of such steps; never root.',
      zh: '此类步骤的容器未指定时使用的用户；绝不是 root。',
    },
  }),
  gpuResource: defineSetting({
    flag: 'jobs-gpu-resource',
    yaml: ['jobs.gpuResource'],
    type: resourceName(),
    default: 'nvidia.com/gpu',
    doc: { en: 'Resource name of GPUs in the cluster.', zh: '集群对显卡资源的称呼。' },
  }),
  gpuMemoryResource: defineSetting({
    flag: 'jobs-gpu-memory-resource',
    yaml: ['jobs.gpuMemoryResource'],
    type: resourceName(),
    default: 'kubemin.io/gpu-memory',
    doc: {
      en: 'Resource name of GPU memory in the cluster, if GPUs are shared.',
      zh: '集群共享显卡时对显存资源的称呼。',
    },
  }),
  logBytes: defineSetting({
    flag: 'jobs-log-bytes',
    yaml: ['jobs.logBytes'],
    type: wholeNumber({ min: 0, max: 16_777_216 }),
    default: 262_144,
    doc: { en: 'How much of the end of a log is stored with the run.', zh: '随运行保存的日志末尾的大小。' },
  }),
  sshHosts: defineSetting<readonly string[]>({
    flag: 'jobs-ssh-hosts',
    yaml: ['jobs.sshHosts'],
    type: textList({ expected: settingValueMessages.host, example: 'build.example.org:22', pattern: /^[\w.:[\]-]+$/ }),
    default: [],
    doc: {
      en: 'Hosts that steps of the type `ssh` may connect to, with or without a port; none by default.',
      zh: '类型为 `ssh` 的步骤可以连接的主机，可带端口；默认没有。',
    },
  }),
  sshKnownHosts: defineSetting<string | undefined>({
    flag: 'jobs-ssh-known-hosts',
    yaml: ['jobs.sshKnownHosts'],
    type: text({
      expected: settingValueMessages.pathWithoutSpaces,
      example: '/etc/kubemin/known_hosts',
      pattern: /^\/[^\s"'\\%]+$/,
    }),
    default: undefined,
    doc: {
      en: 'known_hosts file with keys of such hosts, beside the keys that steps pin themselves.',
      zh: '记录此类主机公钥的 known_hosts 文件，与步骤自己固定的公钥并用。',
    },
  }),
  helmCharts: defineSetting<readonly string[]>({
    flag: 'jobs-helm-charts',
    yaml: ['jobs.helmCharts'],
    type: textList({
      expected: settingValueMessages.chart,
      example: '/srv/charts/',
      pattern: /^(oci:\/\/|\/)[\w.:@/+-]+$/,
    }),
    default: [],
    doc: {
      en: 'Charts that steps of the type `helm` may use: paths or `oci://` references; one that ends in `/` allows all below it. None by default.',
      zh: '类型为 `helm` 的步骤可以使用的 Chart：路径或 `oci://` 引用；以 `/` 结尾表示其下全部。默认没有。',
    },
  }),
} as const;

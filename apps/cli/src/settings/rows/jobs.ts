import { defineSetting } from '../setting.ts';
import { text } from '../setting-types/text.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

const amount = (expected: string, example: string) =>
  text({ expected, example, pattern: /^\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/ });
const cores = () => amount('a number of cores or thousandths of one', '500m');
const bytes = () => amount('an amount of memory', '64Gi');
const resourceName = () =>
  text({ expected: 'the name of a resource', example: 'nvidia.com/gpu', pattern: /^[\w.-]+\/[\w.-]+$/ });

/** Where and within which bounds users' code runs. */
export const jobSettings = {
  namespace: defineSetting({
    flag: 'jobs-namespace',
    yaml: ['jobs.namespace'],
    type: text({
      expected: 'a name in which {namespace} stands for that of the application',
      example: '{namespace}-jobs',
      pattern: /^(?!\{namespace\}$)([a-z0-9-]|\{namespace\})+$/,
    }),
    default: '{namespace}-jobs',
    doc: "Namespace of steps that run users' code; `{namespace}` stands for that of the application.",
  }),
  maxPods: defineSetting({
    flag: 'jobs-max-pods',
    yaml: ['jobs.maxPods'],
    type: wholeNumber({ min: 1 }),
    default: 50,
    doc: 'Pods of such steps in one namespace at a time.',
  }),
  maxCpu: defineSetting({
    flag: 'jobs-max-cpu',
    yaml: ['jobs.maxCpu'],
    type: cores(),
    default: '16',
    doc: 'CPU that all of them in one namespace may have. For namespaces that are made from now on.',
  }),
  maxMemory: defineSetting({
    flag: 'jobs-max-memory',
    yaml: ['jobs.maxMemory'],
    type: bytes(),
    default: '64Gi',
    doc: 'Memory that all of them in one namespace may have. For namespaces that are made from now on.',
  }),
  defaultCpu: defineSetting({
    flag: 'jobs-default-cpu',
    yaml: ['jobs.defaultCpu'],
    type: cores(),
    default: '500m',
    doc: 'CPU of a step that asks for none.',
  }),
  defaultMemory: defineSetting({
    flag: 'jobs-default-memory',
    yaml: ['jobs.defaultMemory'],
    type: bytes(),
    default: '512Mi',
    doc: 'Memory of a step that asks for none.',
  }),
  runAsUser: defineSetting({
    flag: 'jobs-run-as-user',
    yaml: ['jobs.runAsUser'],
    type: wholeNumber({ min: 1, max: 2_147_483_647 }),
    default: 1000,
    doc: 'User that containers of such steps run as unless they say; never root.',
  }),
  gpuResource: defineSetting({
    flag: 'jobs-gpu-resource',
    yaml: ['jobs.gpuResource'],
    type: resourceName(),
    default: 'nvidia.com/gpu',
    doc: 'What the cluster calls graphics cards.',
  }),
  gpuMemoryResource: defineSetting({
    flag: 'jobs-gpu-memory-resource',
    yaml: ['jobs.gpuMemoryResource'],
    type: resourceName(),
    default: 'kubemin.io/gpu-memory',
    doc: 'What the cluster calls the memory of graphics cards, where it shares them.',
  }),
  logBytes: defineSetting({
    flag: 'jobs-log-bytes',
    yaml: ['jobs.logBytes'],
    type: wholeNumber({ min: 0, max: 16_777_216 }),
    default: 262_144,
    doc: 'How much of the end of a log is kept with the run.',
  }),
} as const;

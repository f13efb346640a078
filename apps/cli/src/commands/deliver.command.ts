import {
  clusterOptions,
  componentReplicas,
  defineCommand,
  fileArgument,
  flag,
  lenientOption,
  linkedAppArgument,
  manyArguments,
  meantAppArgument,
  namespaceOption,
  objectFilesOption,
  option,
  optionalArgument,
  revisionNumber,
  someArguments,
  waitOption,
} from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin deploy`. */
export const deployCommand = defineCommand({
  path: ['deploy'],
  group: 'deliver',
  summary: {
    en: 'validate an application document, store it and run its workflow',
    zh: '校验应用文档、保存并运行其工作流',
  },
  arguments: { file: fileArgument },
  options: {
    fileOption: option('-f, --file <file>', {
      en: 'the document, as with kubectl',
      zh: '文档，写法同 kubectl',
    }),
    dryRun: flag('--dry-run', {
      en: 'show the changes in the cluster without making them',
      zh: '预演：只显示集群中会有什么变化，不做改动',
    }),
    wait: waitOption,
    lenient: lenientOption,
    rerun: flag('--rerun', {
      en: 'run finished, unchanged components of type job again',
      zh: '让已结束且未改变的 job 组件再运行一次',
    }),
  },
  examples: [
    { line: 'kubemin deploy examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin deploy -f examples/hello.yaml --dry-run', needs: 'platform' },
    { line: 'kubemin deploy --no-wait', needs: 'demo' },
    { line: 'kubemin deploy examples/hello.yaml --rerun', needs: 'platform' },
    { line: 'kubemin deploy examples/hello.yaml --lenient', needs: 'platform' },
  ],
  load: async () => {
    const { deploy } = await import('./deploy.ts');
    return deploy;
  },
});

/** `kubemin diff`. */
export const diffCommand = defineCommand({
  path: ['diff'],
  group: 'author',
  summary: {
    en: 'show the changes that a deployment would make in the cluster, field by field',
    zh: '逐字段显示部署会改变集群中的什么；不做改动',
  },
  help: {
    en: 'Exits with 0 if nothing would change, with 1 if something would, and with 2 or more on errors or rejected changes.',
    zh: '没有变化时退出码为 0，有变化时为 1；无法判断或会被拒绝时为 2 或更大。',
  },
  arguments: {
    target: optionalArgument('file|app', {
      en: 'a document, or the name or id of an application (default: kubemin.yaml here)',
      zh: '文档，或应用的名称或 id（默认：当前目录的 kubemin.yaml）',
    }),
  },
  options: {
    lenient: lenientOption,
    revision: option(
      '--revision <number>',
      { en: 'compare with this revision of the application', zh: '针对应用：交付该修订版会改变什么' },
      revisionNumber,
    ),
  },
  examples: [
    { line: 'kubemin diff examples/hello.yaml', needs: 'platform', exit: ExitCode.differs },
    { line: 'kubemin diff demo', needs: 'demo' },
  ],
  load: async () => {
    const { diff } = await import('./diff.ts');
    return diff;
  },
});

/** `kubemin scale`. */
export const scaleCommand = defineCommand({
  path: ['scale'],
  group: 'deliver',
  summary: {
    en: 'set the number of replicas of components',
    zh: '调整组件的副本数；不会重启任何东西',
  },
  arguments: {
    app: linkedAppArgument,
    replicas: someArguments('component=count', { en: 'for example web=3', zh: '如 web=3' }, componentReplicas),
  },
  options: { wait: waitOption },
  examples: [{ line: 'kubemin scale demo web=3', needs: 'demo' }],
  load: async () => {
    const { scale } = await import('./operate.ts');
    return scale;
  },
});

/** `kubemin restart`. */
export const restartCommand = defineCommand({
  path: ['restart'],
  group: 'deliver',
  summary: { en: 'restart the pods of components with a rolling update', zh: '逐步用新的 Pod 替换组件的 Pod' },
  arguments: {
    app: meantAppArgument,
    components: manyArguments('component', {
      en: 'which components (default: all that run)',
      zh: '哪些组件（默认：所有在运行的）',
    }),
  },
  options: { wait: waitOption },
  examples: [{ line: 'kubemin restart demo web', needs: 'demo' }],
  load: async () => {
    const { restart } = await import('./operate.ts');
    return restart;
  },
});

/** `kubemin rollback`. */
export const rollbackCommand = defineCommand({
  path: ['rollback'],
  group: 'deliver',
  summary: { en: 'roll back an application to an earlier revision', zh: '把应用回滚到此前某个修订版的内容' },
  arguments: {
    app: linkedAppArgument,
    revision: optionalArgument(
      'revision',
      {
        en: 'number of the revision (default: the one delivered before)',
        zh: '修订版编号（默认：此前交付的那个）',
      },
      revisionNumber,
    ),
  },
  options: {
    dryRun: flag('--dry-run', {
      en: 'show the changes in the cluster without making them',
      zh: '预演：只显示集群中会有什么变化，不做改动',
    }),
    wait: waitOption,
  },
  examples: [
    { line: 'kubemin rollback demo 1 --dry-run', needs: 'demo' },
    { line: 'kubemin rollback demo 1 --yes', needs: 'demo' },
  ],
  load: async () => {
    const { rollback } = await import('./operate.ts');
    return rollback;
  },
});

/** `kubemin delete`. */
export const deleteCommand = defineCommand({
  path: ['delete'],
  group: 'deliver',
  summary: {
    en: 'delete an application and its objects in the cluster; volumes are kept unless --volumes is set',
    zh: '删除应用及其在集群中的一切；卷中的数据默认保留',
  },
  help: {
    en: 'With a kind or -f, deletes objects that belong to no application: kubemin delete pod default/web.',
    zh: '给出类型或 -f 时，删除集群中不属于任何应用的对象：kubemin delete pod default/web。',
  },
  arguments: {
    target: optionalArgument('app|kind', {
      en: 'name or id of the application, or a kind of object',
      zh: '应用的名称或 id，或对象类型',
    }),
    object: optionalArgument('namespace/name', { en: 'the object of that kind', zh: '该类型的对象' }),
  },
  options: {
    volumes: flag('--volumes', {
      en: 'also delete its volume claims and their data',
      zh: '连同卷声明及其数据一起删除',
    }),
    keepDefinition: flag('--keep-definition', {
      en: 'delete only its objects in the cluster; it can be deployed again',
      zh: '只删除集群中的内容；之后仍可再次部署',
    }),
    wait: waitOption,
    files: objectFilesOption,
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin delete demo --keep-definition --yes', needs: 'demo', alone: true },
    { line: 'kubemin delete demo --yes', needs: 'demo', alone: true },
    { line: 'kubemin delete -f minik8s-pod.yaml --yes', needs: 'platform' },
  ],
  load: async () => {
    const { deleteAnything } = await import('./delete.ts');
    return deleteAnything;
  },
});

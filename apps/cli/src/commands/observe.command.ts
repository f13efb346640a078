import {
  argument,
  choice,
  defineCommand,
  durationMs,
  flag,
  openedPage,
  option,
  optionalArgument,
  wholeNumber,
} from '../command/index.ts';

/** `kubemin ls`. */
export const lsCommand = defineCommand({
  path: ['ls'],
  group: 'observe',
  summary: { en: 'list applications', zh: '列出应用' },
  options: {
    project: option('-p, --project <project>', { en: 'only of this project', zh: '只列出该项目的应用' }),
    namespace: option('-n, --namespace <namespace>', {
      en: 'only in this namespace',
      zh: '只列出该命名空间的应用',
    }),
    cluster: option('--cluster <cluster>', {
      en: 'only on this cluster',
      zh: '只列出交付到该集群的应用',
    }),
    search: option('--search <text>', {
      en: 'only with this text in name, alias or description',
      zh: '只列出名称、别名或描述中含有该文本的应用',
    }),
    watch: flag('-w, --watch', { en: 'watch for changes', zh: '持续显示变化' }),
  },
  examples: [
    { line: 'kubemin ls', needs: 'platform' },
    { line: 'kubemin ls -n default -o name', needs: 'platform' },
  ],
  load: async () => {
    const { ls } = await import('./ls.ts');
    return ls;
  },
});

/** `kubemin status`. */
export const statusCommand = defineCommand({
  path: ['status'],
  group: 'observe',
  summary: {
    en: 'show KubeMin, or one application with its components',
    zh: '显示 KubeMin 的状态，或一个应用及其组件的状态',
  },
  arguments: { app: optionalArgument('app', { en: 'name or id of an application', zh: '应用的名称或 id' }) },
  examples: [
    { line: 'kubemin status', needs: 'platform' },
    { line: 'kubemin status demo', needs: 'demo' },
    { line: 'kubemin status demo -o json', needs: 'demo' },
  ],
  load: async () => {
    const { status } = await import('./status.ts');
    return status;
  },
});

/** `kubemin events`. */
export const eventsCommand = defineCommand({
  path: ['events'],
  group: 'observe',
  summary: { en: 'show recent events; -w watches for new ones', zh: '显示发生过的事；加 -w 持续显示' },
  help: {
    en: 'Without -w: the latest runs, newest last, and for one application the jobs of its latest run. With -w: every change of applications, components, runs and jobs; -o jsonl prints the raw events.',
    zh: '不加 -w：最近的运行，最新的在最后；指定应用时还有其最近一次运行的任务。加 -w：应用、组件、运行与任务的每个变化；-o jsonl 按原样逐行打印。',
  },
  arguments: {
    app: optionalArgument('app', { en: 'only of this application (name or id)', zh: '只看该应用（名称或 id）' }),
  },
  options: {
    watch: flag('-w, --watch', { en: 'watch for new events', zh: '持续显示新的事件' }),
    limit: option(
      '--limit <count>',
      { en: 'number of runs to show (default: 20)', zh: '回看多少次运行（默认：20）' },
      wholeNumber(1, 200),
    ),
  },
  examples: [
    { line: 'kubemin events', needs: 'platform' },
    { line: 'kubemin events demo --limit 5', needs: 'demo' },
  ],
  load: async () => {
    const { events } = await import('./events.ts');
    return events;
  },
});

/** `kubemin metrics`. */
export const metricsCommand = defineCommand({
  path: ['metrics'],
  group: 'observe',
  summary: { en: 'show queue, success rate and durations', zh: '显示队列、成功率与耗时' },
  help: {
    en: 'Percentiles need at least 20 samples. For Prometheus, use /metrics.',
    zh: '样本达到 20 个才给出百分位。Prometheus 请使用 /metrics。',
  },
  options: {
    range: choice('--range <range>', { en: 'show the values over this period', zh: '按时间段逐步显示' }, [
      '15m',
      '1h',
      '6h',
      '24h',
      '7d',
      '30d',
    ]),
  },
  examples: [
    { line: 'kubemin metrics', needs: 'platform' },
    { line: 'kubemin metrics --range 15m -o json', needs: 'platform' },
  ],
  load: async () => {
    const { metrics } = await import('./metrics.ts');
    return metrics;
  },
});

/** `kubemin queue`. */
export const queueCommand = defineCommand({
  path: ['queue'],
  group: 'runs',
  summary: {
    en: 'show waiting runs, what they wait for, and the workers',
    zh: '显示哪些运行在排队、顺序与原因，以及由谁执行',
  },
  options: {
    watch: flag('-w, --watch', {
      en: 'watch for changes until Ctrl-C',
      zh: '持续显示其变化，直到 Ctrl-C',
    }),
  },
  examples: [
    { line: 'kubemin queue', needs: 'platform' },
    { line: 'kubemin queue -o json', needs: 'platform' },
  ],
  load: async () => {
    const { showQueue } = await import('./queue.ts');
    return showQueue;
  },
});

/** `kubemin audit`. */
export const auditCommand = defineCommand({
  path: ['audit'],
  group: 'platform',
  summary: {
    en: 'list changes and their users, newest first; for administrators',
    zh: '列出谁改了什么，最新的在前；供管理员使用',
  },
  options: {
    user: option('--user <name>', { en: 'only of this user', zh: '只看这个用户的' }),
    app: option('--app <app>', {
      en: 'only of this application (name or id); an id also works after deletion',
      zh: '只看这个应用的：名称，或 id（已删除的也可以）',
    }),
    since: option(
      '--since <duration>',
      { en: 'only newer than this, for example 7d or 12h', zh: '最近多久以内，如 7d 或 12h' },
      durationMs,
    ),
    limit: option(
      '--limit <n>',
      { en: 'maximum number of entries, up to 500 (default: 100)', zh: '最多多少条，至多 500（默认：100）' },
      wholeNumber(1, 500),
    ),
  },
  examples: [
    { line: 'kubemin audit', needs: 'platform' },
    { line: 'kubemin audit --user admin --since 1h -o jsonl', needs: 'platform' },
  ],
  load: async () => {
    const { showAudit } = await import('./audit.ts');
    return showAudit;
  },
});

/** `kubemin open`. */
export const openCommand = defineCommand({
  path: ['open'],
  group: 'start',
  summary: {
    en: 'open a page of the platform in the browser, or print its URL',
    zh: '在浏览器中打开平台的页面，或打印其地址',
  },
  arguments: {
    page: optionalArgument(
      'page',
      {
        en: 'app, canvas, logs, revisions or run (default: the first page)',
        zh: 'app、canvas、logs、revisions 或 run（默认：首页）',
      },
      openedPage,
    ),
    name: optionalArgument('name', {
      en: 'which application or run (default: the application this directory is linked to, or its latest run)',
      zh: '哪个应用或运行（默认：当前目录关联的应用，或其最近一次运行）',
    }),
  },
  examples: [
    { line: 'kubemin open', needs: 'platform' },
    { line: 'kubemin open run demo', needs: 'demo' },
  ],
  load: async () => {
    const { openPage } = await import('./open.ts');
    return openPage;
  },
});

/** `kubemin link`. */
export const linkCommand = defineCommand({
  path: ['link'],
  group: 'start',
  summary: {
    en: 'link this directory to an application, the default of commands here',
    zh: '把当前目录关联到一个应用，此后这里的命令默认指它',
  },
  arguments: { app: argument('app', { en: 'name or id of the application', zh: '应用的名称或 id' }) },
  examples: [{ line: 'kubemin link demo', needs: 'demo' }],
  load: async () => {
    const { link } = await import('./open.ts');
    return link;
  },
});

/** `kubemin unlink`. */
export const unlinkCommand = defineCommand({
  path: ['unlink'],
  group: 'start',
  summary: { en: 'unlink this directory', zh: '取消当前目录的关联' },
  examples: [{ line: 'kubemin unlink', needs: 'demo' }],
  load: async () => {
    const { unlink } = await import('./open.ts');
    return unlink;
  },
});

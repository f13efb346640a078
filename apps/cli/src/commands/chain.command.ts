import {
  argument,
  clusterOptions,
  defineCommand,
  flag,
  namespaceOption,
  option,
  optionalArgument,
} from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin chain deploy`. */
export const chainDeployCommand = defineCommand({
  path: ['chain', 'deploy'],
  group: 'functions',
  summary: { en: 'check and deploy workflows of functions', zh: '检查并部署函数的工作流' },
  help: {
    en: 'All problems of all workflows are listed; with an error nothing is written. Files may be in the dialect of Minik8s.',
    zh: '列出所有工作流的全部问题；有错误时不写入任何内容。文件可用 Minik8s 写法。',
  },
  arguments: {
    file: argument('file', { en: 'YAML or JSON file, or - for stdin', zh: 'YAML 或 JSON 文件，- 表示标准输入' }),
  },
  options: { namespace: namespaceOption, ...clusterOptions },
  examples: [
    {
      line: 'kubemin chain deploy examples/functions/branch/workflow.yaml --kubeconfig kubeconfig',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { deployChain } = await import('./chain.ts');
    return deployChain;
  },
});

/** `kubemin chain invoke`. */
export const chainInvokeCommand = defineCommand({
  path: ['chain', 'invoke'],
  group: 'functions',
  summary: { en: 'run a workflow of functions, and print its result', zh: '运行函数的工作流，并显示其结果' },
  arguments: { name: argument('name', { en: 'name of the workflow', zh: '工作流名称' }) },
  options: {
    data: option('-d, --data <json>', {
      en: 'the arguments as a JSON object, @FILE, or - for stdin (default: those of the workflow)',
      zh: 'JSON 对象形式的参数、@文件，或 - 表示标准输入（默认：工作流自带的参数）',
    }),
    async: flag('--async', {
      en: 'do not wait for the result; print the name of the run',
      zh: '不等待结果；显示运行的名称',
    }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin chain invoke branch -d "{}" --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound },
  ],
  load: async () => {
    const { invokeChain } = await import('./chain.ts');
    return invokeChain;
  },
});

/** `kubemin chain runs`. */
export const chainRunsCommand = defineCommand({
  path: ['chain', 'runs'],
  group: 'functions',
  summary: { en: 'list runs of workflows of functions', zh: '列出函数工作流的运行' },
  arguments: { name: optionalArgument('workflow', { en: 'only runs of this workflow', zh: '只看该工作流的运行' }) },
  options: { namespace: namespaceOption, ...clusterOptions },
  examples: [{ line: 'kubemin chain runs --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { listChainRuns } = await import('./chain-runs.ts');
    return listChainRuns;
  },
});

/** `kubemin chain show`. */
export const chainShowCommand = defineCommand({
  path: ['chain', 'show'],
  group: 'functions',
  summary: { en: 'show a run: each node with its input and output', zh: '显示一次运行：每个节点及其输入与输出' },
  arguments: { run: argument('run', { en: 'name of the run', zh: '运行的名称' }) },
  options: { namespace: namespaceOption, ...clusterOptions },
  examples: [
    { line: 'kubemin chain show branch-1 --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound },
  ],
  load: async () => {
    const { showChainRun } = await import('./chain-runs.ts');
    return showChainRun;
  },
});

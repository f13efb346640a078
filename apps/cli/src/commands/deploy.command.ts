import { fileArgument, lenientOption, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

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
      en: 'the document, as kubectl takes it',
      zh: '文档，写法同 kubectl',
    }),
    dryRun: flag('--dry-run', {
      en: 'show what it would change in the cluster, and change nothing',
      zh: '预演：只显示集群中会有什么变化，不做改动',
    }),
    wait: waitOption,
    lenient: lenientOption,
    rerun: flag('--rerun', {
      en: 'run components of type job once more that have finished and have not changed',
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

import { fileArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin deploy`. */
export const deployCommand = defineCommand({
  path: ['deploy'],
  group: 'deliver',
  summary: {
    en: 'validate an application document, store it and run its workflow',
    zh: '校验应用文档、保存并运行其工作流',
  },
  arguments: { file: fileArgument },
  options: { wait: waitOption },
  examples: [
    { line: 'kubemin deploy examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin deploy --no-wait', needs: 'demo' },
  ],
  load: async () => {
    const { deploy } = await import('./deploy.ts');
    return deploy;
  },
});

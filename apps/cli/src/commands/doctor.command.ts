import { defineCommand } from '../command/define-command.ts';

/** `kubemin doctor`. */
export const doctorCommand = defineCommand({
  path: ['doctor'],
  group: 'start',
  summary: { en: 'look for what is wrong, and say what to do about it', zh: '查找问题并说明如何处理' },
  help: {
    en: 'It looks at the configuration, the server and its version, the token, clocks, clusters, the queue and the document in this directory. It changes nothing, and ends with 1 when something is broken.',
    zh: '检查配置、服务器及其版本、令牌、时钟、集群、队列以及当前目录的文档。它不做任何更改；有问题时以 1 结束。',
  },
  examples: [
    { line: 'kubemin doctor', needs: 'platform' },
    { line: 'kubemin doctor -o json', needs: 'platform' },
  ],
  load: async () => {
    const { doctor } = await import('./doctor.ts');
    return doctor;
  },
});

import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin kubectl`. */
export const kubectlCommand = defineCommand({
  path: ['kubectl'],
  group: 'observe',
  summary: {
    en: "run kubectl on KubeMin's cluster; everything behind the name is kubectl's",
    zh: '对 KubeMin 的集群运行 kubectl；其后的一切都交给 kubectl',
  },
  arguments: { words: manyArguments('arguments', { en: 'what kubectl takes', zh: 'kubectl 的参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin kubectl get pods --all-namespaces', needs: 'demo' }],
  load: async () => {
    const { kubectl } = await import('./kubectl.ts');
    return kubectl;
  },
});

import { defineCommand } from '../command/define-command.ts';
import { clusterOptions } from '../command/object-parameters.ts';
import { resourcesArgument } from '../hub/crd-parameters.ts';

/** `kubemin crd install`. */
export const crdInstallCommand = defineCommand({
  path: ['crd', 'install'],
  group: 'platform',
  summary: {
    en: 'install the definitions of those resources in a cluster, and wait until it serves them',
    zh: '在集群中安装这些资源的定义，并等待其生效',
  },
  arguments: { resources: resourcesArgument },
  options: { ...clusterOptions },
  examples: [{ line: 'kubemin crd install at --kubeconfig kubeconfig', needs: 'platform' }],
  load: async () => {
    const { installCrds } = await import('./crd-install.ts');
    return installCrds;
  },
});

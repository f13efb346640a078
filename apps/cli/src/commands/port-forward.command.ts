import { argument, someArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { option } from '../command/options.ts';
import { portPair } from '../ports/port-pair.ts';

/** `kubemin port-forward`. */
export const portForwardCommand = defineCommand({
  path: ['port-forward'],
  group: 'observe',
  summary: {
    en: 'lead ports of this machine to a component, a pod or a Service, until Ctrl-C',
    zh: '把本机端口转发到组件、Pod 或 Service，直到按 Ctrl-C',
  },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT, pod/NAME or svc/NAME; of several pods, one that is ready',
      zh: 'APP、APP/COMPONENT、pod/NAME 或 svc/NAME；有多个 Pod 时取就绪的一个',
    }),
    ports: someArguments(
      'port',
      {
        en: 'LOCAL:REMOTE; REMOTE alone is both, :REMOTE takes a free port here',
        zh: 'LOCAL:REMOTE；只写 REMOTE 表示两端相同，:REMOTE 表示任选本地空闲端口',
      },
      portPair,
    ),
  },
  options: {
    address: option('--address <host>', {
      en: 'address of this machine to listen on (default: 127.0.0.1)',
      zh: '在本机的哪个地址监听（默认：127.0.0.1）',
    }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [{ line: 'kubemin port-forward demo/web :80', needs: 'demo' }],
  load: async () => {
    const { portForward } = await import('./port-forward.ts');
    return portForward;
  },
});

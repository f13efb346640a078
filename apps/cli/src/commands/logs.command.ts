import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { flag, option } from '../command/options.ts';
import { durationMs } from '../command/readers/duration.ts';
import { regularExpression } from '../command/readers/regular-expression.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';

/** `kubemin logs`. */
export const logsCommand = defineCommand({
  path: ['logs'],
  group: 'observe',
  summary: { en: 'print what the containers of an application write', zh: '显示应用容器的输出' },
  arguments: {
    target: optionalArgument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME (default: the application this directory is linked to)',
      zh: 'APP、APP/COMPONENT 或 pod/NAME（默认：当前目录所关联的应用）',
    }),
  },
  options: {
    follow: flag('-f, --follow', {
      en: 'go on, with pods that come later as well',
      zh: '持续显示，包括之后出现的 Pod',
    }),
    container: option('-c, --container <name>', { en: 'of this container', zh: '只看这个容器' }),
    allContainers: flag('--all-containers', { en: 'of all containers', zh: '显示所有容器' }),
    previous: flag('--previous', { en: 'of the container before its last restart', zh: '上次重启前的容器' }),
    since: option(
      '--since <duration>',
      { en: 'nothing older than this: 10m', zh: '只看这段时间内的：10m' },
      durationMs,
    ),
    tail: option(
      '--tail <lines>',
      { en: 'only so many of the last lines of each', zh: '每个只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
    grep: option(
      '--grep <expression>',
      { en: 'only lines in which this is found', zh: '只看匹配该表达式的行' },
      regularExpression,
    ),
    timestamps: flag('--timestamps', { en: 'when each line was written', zh: '显示每行的写入时间' }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [{ line: 'kubemin logs demo --tail 20', needs: 'demo' }],
  load: async () => {
    const { logs } = await import('./logs.ts');
    return logs;
  },
});

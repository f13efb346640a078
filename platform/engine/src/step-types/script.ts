import { TerminalError } from '@kubemin/base';
import { containerProperties, durationMs, field, word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';
import { onUnschedulable, podProperties } from '../sandbox/pod-properties.ts';
import { podWording } from '../sandbox/pod-wording.ts';
import { abandonPod, runPod } from '../sandbox/run-pod.ts';
import type { AnyStepType } from '../step-type.ts';

const SHELL = ['/bin/sh', '-e', '-c'];

/**
 * Runs a container to its end, apart from everything else. At least once: after a crash it goes on with the pod there
 * is, but one the cluster took away is started again.
 */
export const script = defineStepType({
  name: 'script',
  declaration: {
    summary: 'Runs a container to its end and keeps its log.',
    schema: z.object({
      ...podProperties,
      script: field(z.string().min(1).max(100_000).optional(), {
        aliases: ['run', 'source'],
        widget: 'textarea',
        fix: 'Give the lines of a shell script, or a command instead.',
      }),
      interpreter: containerProperties.command,
      command: containerProperties.command,
      onUnschedulable: onUnschedulable('wait'),
    }),
    components: 'optional',
    outputs: ['result'],
    check: (properties, { report }) => {
      if (properties.script === undefined || properties.command === undefined) return;
      report({
        path: ['command'],
        code: 'INVALID_VALUE',
        message: 'A step has a script or a command, not both.',
        fix: 'Remove one of the two.',
      });
    },
  },
  wording: {
    type: word(['Script', '脚本'], ['Runs a container to its end.', '运行容器直至结束，并保留其日志。']),
    properties: {
      ...podWording,
      script: word(['Script', '脚本'], ['Lines for the shell.', '交给 shell 执行的脚本。'], {
        group: 'runtime',
        example: 'echo "::output version=7"',
      }),
      interpreter: word(
        ['Interpreter', '解释器'],
        ['What reads the script; a shell when left out.', '执行脚本的解释器；不填则为 shell。'],
        {
          group: 'advanced',
          example: ['python3', '-c'],
        },
      ),
      command: word(['Command', '命令'], ['In place of what the image starts.', '替代镜像的入口点。'], {
        group: 'runtime',
        example: ['npm', 'run', 'migrate'],
      }),
    },
  },
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  retries: 'transient',
  isolation: 'pod',
  run: (context) => {
    const { script: text, interpreter = SHELL, command, waitFor, ...rest } = context.properties;
    if (text !== undefined && command !== undefined) {
      throw new TerminalError(stepMessages.scriptAndCommand, { code: 'STEP_PROPERTIES_WRONG' });
    }
    return runPod(context, {
      ...rest,
      command: text === undefined ? command : [...interpreter, text],
      waitMs: durationMs(waitFor),
    });
  },
  abandon: abandonPod,
});

/** The same under another name. */
export const task: AnyStepType = { ...script, name: 'task' };

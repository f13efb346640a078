import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { fieldMessages, stepMessages } from '../messages/index.ts';
import { containerProperties } from '../types/index.ts';
import { declareStepType } from './declared-step-type.ts';
import { onUnschedulable, podProperties } from './pod-properties.ts';
import { podWording } from './pod-wording.ts';

export const scriptStep = declareStepType({
  name: 'script',
  declaration: {
    summary: 'Runs a container to its end and keeps its log.',
    schema: z.object({
      ...podProperties,
      script: field(z.string().min(1).max(100_000).optional(), {
        aliases: ['run', 'source'],
        widget: 'textarea',
        fix: stepMessages.scriptLines,
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
        message: stepMessages.scriptAndCommand,
        fix: fieldMessages.removeOneOfTwo,
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
});

/** The same under another name. */
export const taskStep = declareStepType({ ...scriptStep, name: 'task' });

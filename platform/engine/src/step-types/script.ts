import { TerminalError } from '@kubemin/base';
import { containerProperties, durationMs, field } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { onUnschedulable, podProperties } from '../sandbox/pod-properties.ts';
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
  priority: 20,
  timeoutMs: (settings) => settings.deployTimeoutMs,
  retries: 'transient',
  isolation: 'pod',
  run: (context) => {
    const { script: text, interpreter = SHELL, command, waitFor, ...rest } = context.properties;
    if (text !== undefined && command !== undefined) {
      throw new TerminalError('the step has a script and a command; remove one of the two', {
        code: 'STEP_PROPERTIES_WRONG',
      });
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

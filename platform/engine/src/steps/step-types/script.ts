import { TerminalError } from '@kubemin/base';
import { durationMs, scriptStep, taskStep } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import { abandonPod, runPod } from '../../sandbox/index.ts';
import type { AnyStepType } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';

const SHELL = ['/bin/sh', '-e', '-c'];

/**
 * Runs a container to its end, apart from everything else. At least once: after a crash it goes on with the pod there
 * is, but one the cluster took away is started again.
 */
export const script = defineStepType({
  ...scriptStep,
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
export const task: AnyStepType = { ...script, name: taskStep.name };

import { durationMs, pauseStep } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import { defineStepType } from '../define-step-type.ts';

/** Lets some time pass, counted from when the step first started: a restart does not begin it again. */
export const pause = defineStepType({
  ...pauseStep,
  priority: 20,
  timeoutMs: Number.POSITIVE_INFINITY,
  retries: 'transient',
  isolation: 'engine',
  run: async ({ properties, job, clock, sleepUntil, report }) => {
    const end = (job.startedAt ?? clock.now()) + durationMs(properties.duration);
    await report(stepMessages.pausing({ time: new Date(end).toISOString() }));
    await sleepUntil(end);
    return { message: stepMessages.paused({ duration: properties.duration }) };
  },
});

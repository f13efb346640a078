import { duration, durationMs, word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';

/** Lets some time pass, counted from when the step first started: a restart does not begin it again. */
export const pause = defineStepType({
  name: 'pause',
  declaration: {
    summary: 'Lets some time pass.',
    schema: z.object({ duration: duration() }),
    components: 'optional',
  },
  wording: {
    type: word(['Pause', '暂停'], ['Lets some time pass.', '等待一段时间。']),
    properties: {
      duration: word(['Duration', '时长'], ['How long.', '暂停的时间。'], { example: '5m' }),
    },
  },
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

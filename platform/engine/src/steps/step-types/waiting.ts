import { approvalStep, durationMs, pauseStep } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import { RejectedError } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';

/** Holds the run until a user approves it. The user and the time are stored and passed on. */
export const approval = defineStepType({
  ...approvalStep,
  priority: 20,
  timeoutMs: Number.POSITIVE_INFINITY,
  retries: 'transient',
  isolation: 'engine',
  run: async ({ properties, question, job, clock, ask }) => {
    const { message, goOnAfter } = properties;
    const until = goOnAfter === undefined ? undefined : (job.startedAt ?? clock.now()) + durationMs(goOnAfter);
    const { verdict, by, at, comment } = await ask(
      question ?? (message === stepMessages.mayContinue.message ? stepMessages.mayContinue : message),
      until,
    );
    const note = comment === undefined ? undefined : stepMessages.comment({ comment });
    if (verdict === 'rejected') {
      throw new RejectedError(stepMessages.rejectedBy({ user: by, comment: note }), { code: 'REJECTED' });
    }
    const when = new Date(at).toISOString();
    return {
      message: stepMessages.approvedBy({ user: by, comment: note }),
      values: { approvedBy: by, approvedAt: when, comment: comment ?? '' },
    };
  },
});

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

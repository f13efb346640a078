import { duration, durationMs, field, word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';
import { RejectedError } from '../operation-refused-error.ts';

/** Holds the run until a user approves it. The user and the time are stored and passed on. */
export const approval = defineStepType({
  name: 'approval',
  declaration: {
    summary: 'Waits until a user approves or rejects; a rejection ends the run.',
    schema: z.object({
      message: field(z.string().trim().min(1).max(1000).default(stepMessages.mayContinue.message), {
        aliases: ['question'],
      }),
      /** After this time without an answer the run goes on. */
      goOnAfter: duration().optional(),
    }),
    components: 'optional',
    outputs: ['approvedBy', 'approvedAt', 'comment'],
  },
  wording: {
    type: word(
      ['Approval', '审批'],
      ['Waits until a user approves or rejects; a rejection ends the run.', '等待有人批准或拒绝；拒绝则结束运行。'],
    ),
    properties: {
      message: word(['Question', '问题'], ['What is asked.', '向审批人提出的问题。'], { example: 'Ship it?' }),
      goOnAfter: word(
        ['Go on after', '自动继续时间'],
        [
          'The run continues after this time without a decision. By default it waits.',
          '超过该时间无人答复则继续运行；不填则一直等待。',
        ],
        { example: '10m' },
      ),
    },
  },
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

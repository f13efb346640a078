import * as z from 'zod';
import { duration, field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { defaultQuestion } from '../messages/index.ts';
import { declareStepType } from './declared-step-type.ts';

export const approvalStep = declareStepType({
  name: 'approval',
  declaration: {
    summary: 'Waits until a user approves or rejects; a rejection ends the run.',
    schema: z.object({
      message: field(z.string().trim().min(1).max(1000).default(defaultQuestion.en), {
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
});

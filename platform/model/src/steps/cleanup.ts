import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { stepMessages } from '../messages/index.ts';
import { declareStepType } from './declared-step-type.ts';

export const cleanupStep = declareStepType({
  name: 'cleanup',
  declaration: {
    summary: 'Deletes what components have in the cluster.',
    schema: z.object({
      claims: field(z.enum(['keep', 'delete']).default('keep'), {
        aliases: ['volumes', 'pvc'],
        fix: stepMessages.claimChoices,
      }),
    }),
    components: 'required',
  },
  wording: {
    type: word(['Clean up', '清理'], ['Deletes what components have.', '删除组件在集群中的对象。']),
    properties: {
      claims: word(['Claims', '存储声明'], ['What becomes of their claims.', '如何处理其存储声明。'], {
        options: { keep: ['Keep', '保留'], delete: ['Delete with their data', '连同数据删除'] },
      }),
    },
  },
});

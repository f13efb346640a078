import * as z from 'zod';
import { duration } from '../field/index.ts';
import { word } from '../form/index.ts';
import { declareStepType } from './declared-step-type.ts';

export const pauseStep = declareStepType({
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
});

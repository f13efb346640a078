import * as z from 'zod';
import { word } from '../form/index.ts';
import { declareStepType } from './declared-step-type.ts';

export const waitReadyStep = declareStepType({
  name: 'wait-ready',
  declaration: {
    summary: 'Waits until components are ready.',
    schema: z.object({}),
    components: 'required',
  },
  wording: { type: word(['Wait until ready', '等待就绪'], ['Waits until components are ready.', '等待组件就绪。']) },
});

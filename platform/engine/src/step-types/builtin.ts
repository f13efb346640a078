import type { AnyStepType } from '../step-type.ts';
import { approval } from './approval.ts';
import { pause } from './pause.ts';

/** The types of workflow steps that come with the engine, beside deploying. */
export const builtinStepTypes: readonly AnyStepType[] = [approval, pause];

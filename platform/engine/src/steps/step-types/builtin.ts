import type { AnyStepType } from '../../task/index.ts';
import { aiEval } from './ai-eval.ts';
import { chaos } from './chaos.ts';
import { cleanup } from './cleanup.ts';
import { helm } from './helm.ts';
import { http } from './http.ts';
import { httpBatch } from './http-batch.ts';
import { notify } from './notify.ts';
import { script, task } from './script.ts';
import { ssh } from './ssh.ts';
import { waitReady } from './wait-ready.ts';
import { approval, pause } from './waiting.ts';

/** The types of workflow steps that come with the engine, beside deploying. */
export const builtinStepTypes: readonly AnyStepType[] = [
  approval,
  pause,
  waitReady,
  cleanup,
  notify,
  http,
  httpBatch,
  ssh,
  helm,
  chaos,
  script,
  task,
  aiEval,
];

import { aiEvalStep } from './ai-eval.ts';
import { approvalStep } from './approval.ts';
import { chaosStep } from './chaos.ts';
import { cleanupStep } from './cleanup.ts';
import type { DeclaredStepType } from './declared-step-type.ts';
import { helmStep } from './helm.ts';
import { httpStep } from './http.ts';
import { httpBatchStep } from './http-batch.ts';
import { notifyStep } from './notify.ts';
import { pauseStep } from './pause.ts';
import { scriptStep, taskStep } from './script.ts';
import { sshStep } from './ssh.ts';
import { waitReadyStep } from './wait-ready.ts';

/** The step types of KubeMin beside `deploy`, in the order of forms and references. The engine has the code of each. */
export const builtinStepDeclarations: readonly DeclaredStepType[] = [
  approvalStep,
  pauseStep,
  waitReadyStep,
  cleanupStep,
  notifyStep,
  httpStep,
  httpBatchStep,
  sshStep,
  helmStep,
  chaosStep,
  scriptStep,
  taskStep,
  aiEvalStep,
];

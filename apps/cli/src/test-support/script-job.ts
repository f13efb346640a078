import type { Job } from '@kubemin/client';

/** A finished job that ran a user program. */
export const scriptJob: Job = {
  id: 'j',
  taskId: 't',
  step: 'migrate',
  stepIndex: 0,
  bucket: 10,
  component: '',
  type: 'script',
  objectKind: '',
  objectName: 'migrate',
  namespace: 'default',
  status: 'completed',
  attempt: 1,
};

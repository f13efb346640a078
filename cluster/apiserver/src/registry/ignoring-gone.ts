import { isStatusError } from '@kubemin/kubeapi';

/** Waits for a write to something that may be gone already, which is as good. */
export async function ignoringGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

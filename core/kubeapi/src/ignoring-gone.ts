import { isStatusError } from './status-error.ts';

/** Waits for a request about something that may be gone already, which is as good; its answer is undefined then. */
export async function ignoringGone<R>(request: Promise<R>): Promise<R | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return undefined;
    throw error;
  }
}

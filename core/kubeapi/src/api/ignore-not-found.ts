import { isStatusError } from './status-error.ts';

/** Awaits a request for an object that may be gone already; resolves with undefined then. */
export async function ignoreNotFound<R>(request: Promise<R>): Promise<R | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return undefined;
    throw error;
  }
}

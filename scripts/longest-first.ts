import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start programs, most of them many. */
const LONG = /\/(?:e2e|attacks|crash|crash-proof|sandbox|kubectl)\/|\/written-projects\.test\.ts$/;

/**
 * Starts files that take long before the others, so that no worker waits at the end for one that another has just begun.
 * Vitest's own order knows how long files took only where they ran before.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return putLongFirst(await super.sort(files));
  }
}

/** The same files with those that take long at the front; otherwise the order stays. */
export function putLongFirst<F extends Pick<TestSpecification, 'moduleId'>>(files: readonly F[]): F[] {
  const isLong = ({ moduleId }: F): boolean => LONG.test(moduleId);
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

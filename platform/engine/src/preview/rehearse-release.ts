import { releaseShares } from '../delivery/release-shares.ts';
import type { Prepared } from '../run/prepare/preparation.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import type { PreviewedJob } from './preview.ts';
import type { Rehearsal } from './rehearsal.ts';
import { rehearsalContext } from './rehearsal-context.ts';
import { netWrites } from './rehearsed-write.ts';

/** What a run does at its very end: tells the owners of what it does not share any more. */
export async function rehearseRelease(
  dependencies: RunDependencies,
  rehearsal: Rehearsal,
  run: {
    readonly appId: string;
    readonly before: Prepared['rendered'];
    readonly now: Prepared['rendered'];
    readonly signal: AbortSignal;
  },
): Promise<readonly PreviewedJob[]> {
  rehearsal.takeWrites();
  await releaseShares(rehearsalContext(dependencies, run, run.signal), run.before, run.now);
  return netWrites(rehearsal.takeWrites()).map((write) => ({
    type: 'release_share',
    component: '',
    priority: 20,
    action: write.after === undefined ? 'delete' : 'update',
    message: 'no longer used by this application',
    writes: [write],
  }));
}

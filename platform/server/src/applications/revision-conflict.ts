import { instant } from '@kubemin/client';
import { ApiError, type ApplicationRow, createProblem } from '../api/index.ts';
import { revisionMessages } from '../messages/index.ts';

/** Who made a revision, and when. */
export interface RevisionAuthor {
  readonly creator: string;
  readonly created_at: number;
}

/** The error of a change that was made for another revision than the current one. */
export function revisionConflict(
  { name, revision }: Pick<ApplicationRow, 'name' | 'revision'>,
  expected: number,
  author: RevisionAuthor | undefined,
): ApiError {
  const savedBy = author && revisionMessages.savedBy({ user: author.creator, time: instant(author.created_at) });
  const message = revisionMessages.conflict({ app: name, revision, author: savedBy, expected });
  const fix = revisionMessages.conflictFix({ revision });
  const problem = createProblem({ path: '', code: 'REVISION_CONFLICT', message, fix });
  return new ApiError('REVISION_CONFLICT', revisionMessages.nothingChanged({ reason: message }), {
    problems: [problem],
  });
}

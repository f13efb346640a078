import { ApiError } from '../api/api-error.ts';
import { instant } from '../instant.ts';
import type { ApplicationRow } from './tables.ts';

/** Who made a revision, and when. */
export interface RevisionAuthor {
  readonly creator: string;
  readonly created_at: number;
}

/** The refusal of a change that was made for another revision than the one there is. */
export function revisionConflict(
  { name, revision }: Pick<ApplicationRow, 'name' | 'revision'>,
  expected: number,
  author: RevisionAuthor | undefined,
): ApiError {
  const by = author === undefined ? '' : `, saved by ${author.creator} at ${instant(author.created_at)}`;
  const message = `application ${name} is at revision ${revision}${by}, and not at ${expected}`;
  const fix = `Look at revision ${revision}, make the change for it, and send it with If-Match: "${revision}".`;
  const problem = { path: '', code: 'REVISION_CONFLICT', message, fix, severity: 'error' } as const;
  return new ApiError('REVISION_CONFLICT', `${message}; nothing was changed`, { problems: [problem] });
}

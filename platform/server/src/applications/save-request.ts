import type { Message } from '@kubemin/base/message';
import type { Action, DocumentText, Problem } from '@kubemin/client';
import type { AnyDocument, ProfileUse } from '@kubemin/model';
import type { ApplicationRow, Caller } from '../api/index.ts';
import type { RevisionContent } from './revision-rows.ts';

/** Who changes an application, and on which conditions. */
export interface ChangeRequest {
  readonly caller: Caller;
  /** The revision the change was made for. */
  readonly ifMatch?: number | undefined;
  /** What was stored for this request before is returned again. */
  readonly requestId?: string | undefined;
  /** What is new; shown with the revision. */
  readonly note?: Message | string | undefined;
  /** The revision that serves, and that the change goes back to. */
  readonly restores?: number | undefined;
}

/** A document to store, and where it comes from. */
export interface SaveRequest extends ChangeRequest {
  readonly document: AnyDocument;
  readonly source: DocumentText;
  /** Adds to a problem of the document its place in the text of the author. */
  readonly inSource: (problem: Problem) => Problem;
  /** The profiles its author referred to. @default those it had before */
  readonly profiles?: readonly ProfileUse[];
}

/** A document that may be stored, and what its sender wants with it. */
export interface DraftRequest extends Pick<SaveRequest, 'document' | 'caller' | 'inSource'> {
  /** What the sender must be allowed to do in the document's project. */
  readonly action: Action;
}

/** What a document would be saved as, and the application it would be saved to. */
export interface Draft {
  /** Absent when it would be a new one. */
  readonly application?: ApplicationRow;
  readonly document: AnyDocument;
  /** Keys of what it may use although it belongs to others. */
  readonly permitted: readonly string[];
}

/** A change of what an application is. */
export interface AmendRequest extends ChangeRequest {
  readonly appId: string;
  /** Makes the new document of the present one; workflows that it does not mention stay. */
  readonly edit: (current: RevisionContent) => Amendment | Promise<Amendment>;
}

/** What becomes of an application. */
export type Amendment = Pick<RevisionContent, 'document'> & Partial<RevisionContent>;

/** What a save did. */
export interface SaveResult {
  readonly application: ApplicationRow;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly removedComponents: readonly string[];
}

import type { ObjectName } from '../object-key.ts';
import type { FieldChange } from './field-change.ts';

/**
 * What delivering the new rendering does to an object. `replace`: it is deleted and created again, as a field differs that
 * is immutable. `keep`: delivery leaves it as it is although it differs or is not asked for any more: it holds data.
 */
export type ChangeKind = 'create' | 'update' | 'replace' | 'delete' | 'keep' | 'unchanged';

/** A field that differs, and what in the document is the cause. */
export interface ExplainedChange extends FieldChange {
  /** Where in the document: of the new one, or of the old one for what is gone. */
  readonly cause?: string;
}

/** What becomes of one object. */
export interface ObjectChange {
  readonly change: ChangeKind;
  readonly component: string;
  readonly object: ObjectName;
  /** The component or trait the object comes from. */
  readonly source?: string;
  /** Empty for objects that are created, deleted or unchanged. */
  readonly fields: readonly ExplainedChange[];
  /** Of `fields`, those (or what they are part of) that are immutable on an object that exists. */
  readonly immutable: readonly string[];
}

/** A change that the API server made on request of a client. */
export interface RecordedWrite {
  /** When it was through, by the clock all processes of the machine share. */
  readonly at: number;
  /** Who asked, by the header `user-agent`. */
  readonly by: string;
  readonly verb: 'write' | 'delete';
  /** `Kind/name`, as in jobs. */
  readonly object: string;
  /** The run whose mark the object carries since; undefined for objects that carry none. */
  readonly run: string | undefined;
  /** What the object holds since, as text that can be compared. */
  readonly content: string;
  /** False when the request left the object as it was. */
  readonly changed: boolean;
}

/** A change that the API server made because somebody asked for it. */
export interface RecordedWrite {
  /** When it was through, by the clock all processes of the machine share. */
  readonly at: number;
  /** Who asked, by the header `user-agent`. */
  readonly by: string;
  readonly verb: 'write' | 'delete';
  /** `Kind/name`, as jobs say it. */
  readonly object: string;
  /** The run whose mark the object carries since; undefined for objects that carry none. */
  readonly run: string | undefined;
  /** What the object holds since, as text that can be compared. */
  readonly content: string;
  /** False when the request left the object as it was. */
  readonly changed: boolean;
}

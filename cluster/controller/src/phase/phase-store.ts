import type { PhasedObject } from './phased-object.ts';

/** A change of what stands around an object; what is not named stays. */
export interface MetadataChange {
  readonly addFinalizers?: readonly string[];
  readonly removeFinalizers?: readonly string[];
  readonly removeAnnotations?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
}

/** Where a machine reads objects from and writes them to. A write that finds a newer object fails as a Conflict. */
export interface PhaseStore<R extends PhasedObject> {
  /** The object as it is now, not as a cache remembers it; undefined when it is gone. */
  fetch(key: string, signal: AbortSignal): Promise<R | undefined>;
  persistStatus(resource: R, signal: AbortSignal): Promise<R>;
  persistMetadata(resource: R, change: MetadataChange, signal: AbortSignal): Promise<R>;
}

/** What a child has used since it started, or, where noted, since the last reset. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
  /** What lives in the heap and beside it. */
  readonly liveBytes: number;
  /** Since the last reset. */
  readonly loopDelayP99Ms: number;
  /** Calls of JSON.stringify for an object with metadata, since the last reset; counted only after `countEncodings`. */
  readonly encodings: number;
}

/** Requests of the parent; the reply to each is the usage after it was carried out. */
export type ChildOrder = 'usage' | 'reset' | 'collectGarbage' | 'countEncodings';

/** A question to a child. */
export interface ChildRequest {
  readonly id: number;
  readonly order: ChildOrder;
}

/** Messages of a child. */
export type ChildMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'result'; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'usage'; readonly id: number; readonly usage: Usage };

/** Distinguishes messages of our children from anything else on the channel. */
export function isChildMessage(message: unknown): message is ChildMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

/** Distinguishes our requests from anything else on the channel. */
export function isChildRequest(message: unknown): message is ChildRequest {
  return typeof message === 'object' && message !== null && 'order' in message;
}

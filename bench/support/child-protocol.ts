/** What a child has used since it started, or since the last reset where it says so. */
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

/** What the parent can ask for; every question is answered with the usage after it was carried out. */
export type ChildOrder = 'usage' | 'reset' | 'collectGarbage' | 'countEncodings';

/** A question to a child. */
export interface ChildRequest {
  readonly id: number;
  readonly order: ChildOrder;
}

/** What a child says. */
export type ChildMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'result'; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'answer'; readonly id: number; readonly usage: Usage };

/** Tells messages of our children from anything else on the channel. */
export function isChildMessage(message: unknown): message is ChildMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

/** Tells our questions from anything else on the channel. */
export function isChildRequest(message: unknown): message is ChildRequest {
  return typeof message === 'object' && message !== null && 'order' in message;
}

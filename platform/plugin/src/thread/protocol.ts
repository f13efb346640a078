import type { MessagePort } from 'node:worker_threads';
import { isRecord, KubeminError, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { PluginCall, PluginDescription, PluginQuestion } from '../description/index.ts';

/** What a thread starts with. */
export interface ThreadData {
  /** The address of the plug-in's module. */
  readonly module: string;
  /**
   * Where pure calls arrive. The parent waits for the reply on `wake`, which counts the messages of either side: index 0
   * those of the thread, index 1 those of the parent.
   */
  readonly calls?: { readonly port: MessagePort; readonly wake: SharedArrayBuffer };
  /** How often the thread reports that it is not blocked. */
  readonly heartbeatMs: number;
}

/** An error as plain data. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** What a reader of any language is shown, where the error has it. */
  readonly text?: Message;
  readonly retryable: boolean;
}

/** What the thread sends in response to a pure call: a question, or the end. */
export type CallReply =
  | { readonly kind: 'question'; readonly question: PluginQuestion }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: PlainError };

/** What the parent sends on the port of pure calls. */
export type CallMessage =
  | { readonly kind: 'call'; readonly call: PluginCall }
  | { readonly kind: 'response'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly message: string };

/** What the parent sends to a thread that runs something. */
export type ToThread =
  | { readonly kind: 'run'; readonly call: PluginCall }
  | { readonly kind: 'abort' }
  | { readonly kind: 'reply'; readonly id: number; readonly value?: unknown; readonly error?: PlainError };

/** What a thread sends to its parent. */
export type FromThread =
  | { readonly kind: 'loaded'; readonly description: PluginDescription }
  | { readonly kind: 'refused'; readonly error: PlainError }
  | { readonly kind: 'alive' }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** Only threads that run our own code send on these ports, so the kind decides. */
export function isFromThread(value: unknown): value is FromThread {
  return isRecord(value) && typeof value.kind === 'string';
}

/** The same for the parent's messages. */
export function isToThread(value: unknown): value is ToThread {
  return isRecord(value) && typeof value.kind === 'string';
}

/** Recognized by name: the plug-in's `RetryableError` is a class of its own copy. */
export function toPlainError(thrown: unknown): PlainError {
  const error = toError(thrown);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const retryable = error.name === 'RetryableError' || ('retryable' in error && error.retryable === true);
  const text = error instanceof KubeminError ? error.text : undefined;
  return {
    name: error.name,
    message: error.message,
    retryable,
    ...(code !== undefined && { code }),
    ...(text !== undefined && { text: { ...text } }),
  };
}

import type { JsonObject, JsonValue } from '@kubemin/kubeapi';

/** The header that carries `eventId`; functions see it too. */
export const EVENT_ID_HEADER = 'x-event-id';
/** Set on calls from workflows, which do not raise the level of the function. */
export const FROM_WORKFLOW_HEADER = 'x-function-from-workflow';
/** `true` on responses that waited for an instance. */
export const COLD_HEADER = 'x-function-cold';
/** The type of the error, on responses that report one. */
export const ERROR_HEADER = 'x-function-error';

export interface FunctionCall {
  readonly namespace: string;
  readonly name: string;
  /** Override the default arguments of the function. */
  readonly arguments: JsonObject;
  /** The same for every attempt of one event, by which functions recognise duplicates. */
  readonly eventId?: string;
  readonly fromWorkflow?: boolean;
  readonly signal: AbortSignal;
}

export interface FunctionResult {
  readonly status: number;
  /** What the function returned; null where it failed. */
  readonly result: JsonValue;
  readonly error?: { readonly type: string; readonly message: string };
  /** Whether the call had to wait for an instance. */
  readonly cold: boolean;
}

/**
 * Calls functions. Resolves with what the function or the gateway responded, errors included; rejects with a
 * RetryableError where no response came, and with the reason of the signal when that has aborted.
 */
export interface FunctionInvoker {
  invoke(call: FunctionCall): Promise<FunctionResult>;
}

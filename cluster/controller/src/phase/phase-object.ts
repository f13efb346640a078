import { isJsonObject } from '@kubemin/kubeapi';

/** One of many items that a handler processes, as stored in the status. */
export interface PhaseObject {
  /** Unique within its handler, and stable across calls of `list`. */
  readonly id: string;
  readonly name?: string;
  /** Items of one group are handled together, regardless of the batch size. */
  readonly group?: string;
  /** For the handler's own use: the id of this item in the external system. */
  readonly handleId?: string;
  readonly done?: boolean;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly warning?: string;
  readonly error?: string;
  /** The progress of the handler within this item. */
  readonly checkpoint?: string;
}

const TEXTS = ['name', 'group', 'handleId', 'startTime', 'endTime', 'warning', 'error', 'checkpoint'] as const;

/** Reads the valid fields of a stored object; undefined when it has no id. */
export function readPhaseObject(value: unknown): PhaseObject | undefined {
  if (!isJsonObject(value) || typeof value.id !== 'string') return undefined;
  const object: { -readonly [K in keyof PhaseObject]: PhaseObject[K] } = { id: value.id };
  if (value.done === true) object.done = true;
  for (const field of TEXTS) {
    const text = value[field];
    if (typeof text === 'string') object[field] = text;
  }
  return object;
}

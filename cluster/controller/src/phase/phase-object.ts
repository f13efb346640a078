import { isJsonObject } from '@kubemin/kubeapi';

/** One of many items that a handler works through, as it is remembered in the status. */
export interface PhaseObject {
  /** Unique within its handler, and the same whenever it is listed. */
  readonly id: string;
  readonly name?: string;
  /** Items of one group are handled together, however many they are. */
  readonly group?: string;
  /** For the handler's own use: what this item is called where the work is done. */
  readonly handleId?: string;
  readonly done?: boolean;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly warning?: string;
  readonly error?: string;
  /** How far the handler has got within this item. */
  readonly checkpoint?: string;
}

const TEXTS = ['name', 'group', 'handleId', 'startTime', 'endTime', 'warning', 'error', 'checkpoint'] as const;

/** What of a stored value is an object; undefined when it has no id. */
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

import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { AnyDocument } from '@kubemin/model';
import { TRACKS } from '@kubemin/render';
import { storeMessages } from '../messages/index.ts';
import type { Tracks } from '../plan/index.ts';
import { DEPLOY_OPERATION, type MessageOrText, type Operation, operationSchema, toMessage } from '../task/index.ts';

/** Reads a canonical document from its column. The check is for rows that were edited by hand. `source` is shown in errors. */
export function readStoredDocument(text: string, source: MessageOrText): AnyDocument {
  return read(text, isDocument, () => storeMessages.documentDamaged({ source: toMessage(source) }));
}

/** Reads the ids of components, by name, from their column. */
export function readComponentIds(text: string, source: Message): Readonly<Record<string, number>> {
  return read(text, isNumbers, () => storeMessages.componentIdsDamaged({ source }));
}

/** Reads the tracks of components, by name, from their column. */
function readTracks(text: string | null, source: Message): Tracks {
  return text === null ? {} : read(text, isTracks, () => storeMessages.tracksDamaged({ source }));
}

/** Reads what a run has delivered from its columns; the document's is open. */
export function readDelivered(
  row: { readonly request: string; readonly componentIds: string; readonly tracks: string | null },
  source: Message,
) {
  return {
    document: readStoredDocument(row.request, source),
    componentIds: readComponentIds(row.componentIds, source),
    tracks: readTracks(row.tracks, source),
  };
}

/** Reads what a task does from its column. */
export function readOperation(text: string | null, source: Message): Operation {
  if (text === null) return DEPLOY_OPERATION;
  return read(text, isOperation, () => storeMessages.operationDamaged({ source }));
}

function read<T>(text: string, isRight: (value: unknown) => value is T, damaged: () => Message): T {
  const value = parsed(text);
  if (isRight(value)) return value;
  throw new TerminalError(damaged(), { code: 'STORED_VALUE_BROKEN' });
}

/** Undefined, which is no right value anywhere, when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is AnyDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'component' in value &&
    Array.isArray(value.component) &&
    'workflow' in value &&
    Array.isArray(value.workflow)
  );
}

function isNumbers(value: unknown): value is Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((id) => typeof id === 'number');
}

function isTracks(value: unknown): value is Tracks {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((track) => TRACKS.some((known) => known === track));
}

function isOperation(value: unknown): value is Operation {
  return operationSchema.safeParse(value).success;
}

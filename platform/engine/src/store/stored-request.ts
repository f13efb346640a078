import { TerminalError } from '@kubemin/base';
import type { AnyDocument } from '@kubemin/model';
import { TRACKS } from '@kubemin/render';
import { DEPLOY_OPERATION, type Operation, operationSchema } from '../operation.ts';
import type { Tracks } from '../plan/rollouts.ts';

/** Reads a canonical document back from its column. Whoever wrote it had it from the model; the check is for rows somebody else has edited. */
export function readStoredDocument(text: string, where: string): AnyDocument {
  return read(text, isDocument, `the document of ${where} is not an application document`);
}

/** Reads the ids of components, by name, back from their column. */
export function readComponentIds(text: string, where: string): Readonly<Record<string, number>> {
  return read(text, isNumbers, `the component ids of ${where} are not numbers by name`);
}

/** Reads the tracks of components, by name, back from their column. */
function readTracks(text: string | null, where: string): Tracks {
  return text === null ? {} : read(text, isTracks, `the tracks of ${where} are not tracks by name`);
}

/** Reads what a run has delivered back from its columns; the document's is open. */
export function readDelivered(
  row: { readonly request: string; readonly componentIds: string; readonly tracks: string | null },
  where: string,
) {
  return {
    document: readStoredDocument(row.request, where),
    componentIds: readComponentIds(row.componentIds, where),
    tracks: readTracks(row.tracks, where),
  };
}

/** Reads what a task does back from its column. */
export function readOperation(text: string | null, where: string): Operation {
  const complaint = `what ${where} is to do is not an operation`;
  return text === null ? DEPLOY_OPERATION : read(text, isOperation, complaint);
}

function read<T>(text: string, isRight: (value: unknown) => value is T, complaint: string): T {
  const value = parsed(text);
  if (isRight(value)) return value;
  throw new TerminalError(`in the database, ${complaint}; restore it from a backup`, { code: 'STORED_VALUE_BROKEN' });
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

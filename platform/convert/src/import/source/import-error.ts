import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** Thrown for a text that cannot be read at all, or that is not what the converter reads. */
export class ImportError extends TerminalError {
  constructor(message: Message, details: { readonly code: ImportErrorCode; readonly cause?: unknown }) {
    super(message, details);
  }
}

/** Why a text could not be imported. */
export type ImportErrorCode =
  | 'IMPORT_UNREADABLE'
  | 'IMPORT_TOO_LARGE'
  | 'IMPORT_ALIAS_BOMB'
  | 'IMPORT_UNKNOWN_FORMAT'
  | 'IMPORT_NOTHING_FOUND';

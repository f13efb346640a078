import { TerminalError } from '@kubemin/base';
import { type DocumentPath, formatPath } from '@kubemin/model';

/** Where rendering failed, and why. */
export interface RenderErrorDetails {
  readonly path: DocumentPath;
  /** @default 'RENDER_FAILED' */
  readonly code?: string;
  readonly cause?: unknown;
}

/** Thrown when a document cannot become objects; `path` says which part of the document is to blame. */
export class RenderError extends TerminalError {
  readonly path: string;

  constructor(message: string, details: RenderErrorDetails) {
    const path = formatPath(details.path);
    super(`${path}: ${message}`, { code: details.code ?? 'RENDER_FAILED', cause: details.cause });
    this.path = path;
  }
}

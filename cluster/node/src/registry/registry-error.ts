import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** The codes of the distribution specification, and those that its clients know beside them, with their HTTP status. */
const STATUS = {
  BLOB_UNKNOWN: 404,
  BLOB_UPLOAD_INVALID: 400,
  BLOB_UPLOAD_UNKNOWN: 404,
  DENIED: 403,
  DIGEST_INVALID: 400,
  MANIFEST_BLOB_UNKNOWN: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  RANGE_INVALID: 416,
  SIZE_INVALID: 400,
  TAG_INVALID: 400,
  UNAUTHORIZED: 401,
  UNAVAILABLE: 503,
  UNSUPPORTED: 405,
} as const;

export type RegistryErrorCode = keyof typeof STATUS;

/** A request that the registry refuses. Clients read the code; people read the message. */
export class RegistryError extends TerminalError {
  override readonly code: RegistryErrorCode;
  readonly status: number;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RegistryErrorCode, message: Message, options: RegistryErrorOptions = {}) {
    super(message, { code, cause: options.cause });
    this.code = code;
    this.status = options.status ?? STATUS[code];
    this.headers = options.headers ?? {};
  }
}

interface RegistryErrorOptions {
  readonly cause?: unknown;
  /** Where it differs from that of the code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

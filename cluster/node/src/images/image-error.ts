import { RetryableError, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';

/** What is wrong with an image, or with what was asked of the store. */
export type ImageErrorCode =
  | 'INVALID_IMAGE_NAME'
  /** The store has no such image. */
  | 'IMAGE_NOT_FOUND'
  /** The index of the store cannot be read. */
  | 'STORE_DAMAGED'
  /** A manifest, an image config or an archive is not what it should be, or is for another platform. */
  | 'INVALID_IMAGE'
  /** An entry of a layer would write outside of the root, is a device, or exceeds a limit. */
  | 'INVALID_LAYER'
  /** Content does not have the digest or the size that its descriptor states. */
  | 'DIGEST_MISMATCH'
  /** The image does not have the user or the group. */
  | 'UNKNOWN_USER'
  /** Neither the image nor the container names a program. */
  | 'NO_COMMAND'
  /** A Dockerfile or its context cannot be built. */
  | 'BUILD_FAILED'
  /** A file of this machine that a base image is made of is missing or of an unknown format. */
  | 'BASE_IMAGE_FAILED';

/** A failure that repeats with the same image and the same request. */
export class ImageError extends TerminalError {
  override readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: Message, cause?: unknown) {
    super(message, { code, cause });
    this.code = code;
  }
}

/** An image reference that cannot be parsed; the kubelet reports it with the reason `InvalidImageName`. */
export class InvalidImageNameError extends ImageError {
  constructor(reference: string, problem: Message) {
    super('INVALID_IMAGE_NAME', imageMessages.invalidReference({ reference: JSON.stringify(reference), problem }));
  }
}

export type ImagePullErrorCode =
  | 'PULL_NOT_FOUND'
  | 'PULL_UNAUTHORIZED'
  /** No connection, or it broke. */
  | 'PULL_UNREACHABLE'
  /** The registry sent something else than what was asked for. */
  | 'PULL_INVALID_CONTENT'
  /** Any other status of the registry. */
  | 'PULL_FAILED';

/** A failed pull; its message is the text of containerd, to be shown with the reason `ErrImagePull`. */
export class ImagePullError extends RetryableError {
  override readonly code: ImagePullErrorCode;

  constructor(code: ImagePullErrorCode, message: Message, cause?: unknown) {
    super(message, { code, cause });
    this.code = code;
  }
}

export type ImagePushErrorCode = 'PUSH_UNAUTHORIZED' | 'PUSH_UNREACHABLE' | 'PUSH_FAILED';

/** A failed push: what was stored at the registry until then stays there, without a name. */
export class ImagePushError extends RetryableError {
  override readonly code: ImagePushErrorCode;

  constructor(code: ImagePushErrorCode, message: Message, cause?: unknown) {
    super(message, { code, cause });
    this.code = code;
  }
}

/** The code of an error of the operating system: `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

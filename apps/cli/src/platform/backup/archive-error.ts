import { KubeminError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** Thrown when an archive is not a complete backup, with the reason. */
export class ArchiveError extends KubeminError {
  constructor(text: Message, cause?: unknown) {
    super(text, { code: 'NOT_A_BACKUP', cause });
  }
}

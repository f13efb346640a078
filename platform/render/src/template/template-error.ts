import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { DocumentPath } from '@kubemin/model';

/** Why a template cannot be used. */
export type TemplateErrorCode =
  | 'TEMPLATE_NOT_ENABLED'
  | 'TEMPLATE_EMPTY'
  | 'TEMPLATE_UNRESOLVED'
  | 'TEMPLATE_TARGET_NOT_FOUND'
  | 'TEMPLATE_TYPE_MISMATCH'
  | 'UNKNOWN_PARAMETER'
  | 'MISSING_PARAMETER'
  | 'INVALID_PARAMETER_VALUE'
  | 'DUPLICATE_PARAMETER';

/** One reason why a template cannot be used as asked. */
export interface TemplateFault {
  readonly code: TemplateErrorCode;
  readonly message: Message;
  readonly fix?: Message;
  /** The override to blame, by its index; absent where it is the template itself. */
  readonly override?: number;
  /** From the entry that names the template to what is wrong. */
  readonly path: DocumentPath;
}

/** Thrown when a template cannot be used as asked; nothing has been made of it then. */
export class TemplateError extends TerminalError {
  constructor(code: TemplateErrorCode, message: Message) {
    super(message, { code });
  }
}

import { TerminalError } from '@kubemin/base';

/** Why a template cannot be used. */
export type TemplateErrorCode =
  | 'TEMPLATE_NOT_ENABLED'
  | 'TEMPLATE_EMPTY'
  | 'TEMPLATE_TARGET_NOT_FOUND'
  | 'TEMPLATE_TYPE_MISMATCH';

/** Thrown when a template cannot be used as asked; nothing has been made of it then. */
export class TemplateError extends TerminalError {
  constructor(code: TemplateErrorCode, message: string) {
    super(message, { code });
  }
}

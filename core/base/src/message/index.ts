/**
 * Messages for people: every text has a code, typed parameters, and its wording in English and Chinese side by side. A
 * package declares its own in `src/messages/`, one file per subject, with {@link defineMessages}; all other code passes
 * messages on as data, and only the code next to the reader translates them. Codes are stable: other processes
 * translate by them. Also the errors that carry messages (`RetryableError`, `TerminalError`). Imports nothing of Node.
 */
export { baseMessages, systemMessages } from './base-messages.ts';
export {
  type ErrorDetails,
  errorMessage,
  KubeminError,
  ProgrammingError,
  RetryableError,
  TerminalError,
  toError,
  verbatim,
} from './errors.ts';
export {
  type CatalogueSource,
  catalogueSource,
  createTranslator,
  decodeMessage,
  defineMessages,
  type EncodedMessage,
  encodeMessage,
  encodeTexts,
  isMessageCatalogue,
  LANGUAGES,
  type Language,
  type Message,
  type MessageCatalogue,
  type MessageEntry,
  type MessageParam,
  type MessageParams,
  type Messages,
  mapMessageTexts,
  messageFromJson,
  messageToJson,
  readMessage,
  type Texts,
} from './message.ts';
export { yamlErrorMessage, yamlMessages } from './yaml-errors.ts';

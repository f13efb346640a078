/**
 * The messages of the REST contract and of its client, in English and Chinese. A process that translates texts of
 * another one passes `clientCatalogues` to its translator, so this module imports nothing else of the package.
 */

import type { MessageCatalogue } from '@kubemin/base/message';
import { connectionMessages, debugMessages, healthMessages } from './connection.ts';
import { schemaMessages, valueMessages } from './schema.ts';

export { connectionMessages, debugMessages, healthMessages, schemaMessages, valueMessages };

export const clientCatalogues: readonly MessageCatalogue[] = [
  connectionMessages,
  debugMessages,
  healthMessages,
  schemaMessages,
  valueMessages,
];

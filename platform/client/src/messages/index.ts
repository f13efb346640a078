/** The messages of the REST contract and of its client. Imports nothing else of this package. */

import type { MessageCatalogue } from '@kubemin/base/message';
import { connectionMessages } from './connection.ts';
import { healthMessages } from './health.ts';
import { schemaMessages, valueMessages } from './schema.ts';

export { connectionMessages, healthMessages, schemaMessages, valueMessages };

export const clientCatalogues: readonly MessageCatalogue[] = [
  connectionMessages,
  healthMessages,
  schemaMessages,
  valueMessages,
];

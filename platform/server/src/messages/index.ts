/**
 * The messages of the server, in English and Chinese. Clients pass `serverCatalogues` to their translator to translate
 * what the server reports, so this module imports nothing else of the package.
 */

import type { MessageCatalogue } from '@kubemin/base/message';
import { accountMessages } from './accounts.ts';
import { applicationMessages, revisionMessages } from './applications.ts';
import { clusterMessages, statusMessages } from './clusters.ts';
import { podMessages } from './pods.ts';
import { requestMessages } from './requests.ts';
import { projectMessages, rightsMessages } from './rights.ts';
import { runMessages, versionMessages, workflowMessages } from './runs.ts';
import { profileMessages, transferMessages } from './transfer.ts';

export {
  accountMessages,
  applicationMessages,
  clusterMessages,
  podMessages,
  profileMessages,
  projectMessages,
  requestMessages,
  revisionMessages,
  rightsMessages,
  runMessages,
  statusMessages,
  transferMessages,
  versionMessages,
  workflowMessages,
};

export const serverCatalogues: readonly MessageCatalogue[] = [
  accountMessages,
  applicationMessages,
  clusterMessages,
  podMessages,
  profileMessages,
  projectMessages,
  requestMessages,
  revisionMessages,
  rightsMessages,
  runMessages,
  statusMessages,
  transferMessages,
  versionMessages,
  workflowMessages,
];

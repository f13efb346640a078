import type { CustomResource } from '@kubemin/controller';
import { apiTokens } from './api-token-resource.ts';
import { binaryMetadatas } from './binary-metadata-resource.ts';
import { catalogs } from './catalog-resource.ts';
import { joinTeamRequests } from './join-team-request-resource.ts';
import { teams } from './team-resource.ts';
import { users } from './user-resource.ts';

/** The resources of a new server, each after those that its objects refer to. No controller of ours works on them. */
export const initialResources: readonly CustomResource[] = [
  catalogs,
  binaryMetadatas,
  teams,
  users,
  joinTeamRequests,
  apiTokens,
];

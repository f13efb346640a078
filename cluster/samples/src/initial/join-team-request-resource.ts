import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** What may become of a request. */
export const APPROVALS = ['Pending', 'Passed', 'Rejected'] as const;

/** `JoinTeamRequest`: somebody asks to become a member. The decision is in the status, apart from what was asked. */
export const joinTeamRequests = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'JoinTeamRequest',
  scope: 'Namespaced',
  description: 'A user who asks to become a member of a team.',
  spec: z.object({ team: z.string().min(1), user: z.string().min(1), reason: z.string().optional() }),
  status: z.object({ approval: z.enum(APPROVALS).default('Pending'), decidedBy: z.string().optional() }),
  columns: [
    { name: 'Team', type: 'string', jsonPath: '.spec.team' },
    { name: 'User', type: 'string', jsonPath: '.spec.user' },
    { name: 'Approval', type: 'string', jsonPath: '.status.approval' },
  ],
});

/** An object of the resource `jointeamrequests`. */
export type JoinTeamRequest = ObjectOf<typeof joinTeamRequests>;

import { type Action, EVERYWHERE, type Role } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from './platform-context.tsx';
import { whoamiQuery } from './queries.ts';

const ROLE_ACTIONS: Readonly<Record<Role, readonly Action[]>> = {
  viewer: ['read'],
  deployer: ['read', 'deploy'],
  exec: ['read', 'exec'],
  operator: ['read', 'deploy', 'exec', 'operate'],
  admin: ['read', 'deploy', 'exec', 'operate', 'admin'],
};

/** What the user may do. The server decides; this only disables controls that it would refuse. */
export interface Rights {
  readonly user: string;
  /** Before it is, `can` allows everything: only controls may rely on it then, not requests. */
  readonly isKnown: boolean;
  /** Whether the user may do this in a project; without one, on the platform itself. */
  can(action: Action, project?: string): boolean;
}

export function useRights(): Rights {
  const { client } = usePlatform();
  const { data } = useQuery(whoamiQuery(client));
  return {
    user: data?.user ?? '',
    isKnown: data !== undefined,
    can: (action, project) => {
      // Until it is known, nothing is disabled: the server decides anyway.
      if (data === undefined) return true;
      if (data.scopes !== undefined && !data.scopes.includes(action)) return false;
      if (data.projects !== undefined && (project === undefined || !data.projects.includes(project))) return false;
      return data.roles.some(
        (grant) =>
          (grant.project === EVERYWHERE || grant.project === project) && ROLE_ACTIONS[grant.role].includes(action),
      );
    },
  };
}

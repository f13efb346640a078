import { type Action, isAllowed } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from './platform-context.tsx';
import { whoamiQuery } from './queries.ts';

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
    // Until it is known, nothing is disabled: the server decides anyway.
    can: (action, project) => data === undefined || isAllowed(data, action, project),
  };
}

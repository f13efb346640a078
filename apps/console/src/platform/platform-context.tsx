import { createPlatformClient, type PlatformClient, PlatformError } from '@kubemin/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { whoamiQuery } from './queries.ts';
import type { Session, SessionStore } from './session.ts';

/** The platform that the user is logged in to. */
interface PlatformContent {
  readonly client: PlatformClient;
  readonly session: Session;
  readonly sessions: SessionStore;
  /** The address of the platform, without a slash at its end. */
  readonly url: string;
}

const PlatformContext = createContext<PlatformContent | undefined>(undefined);

/** Before the first of two repetitions of a request that may succeed later: until then, nothing is known to be wrong. */
const RETRY_MS = 300;

export interface PlatformProviderProps {
  readonly url: string;
  readonly session: Session;
  readonly sessions: SessionStore;
  readonly children: ReactNode;
}

/**
 * The client and the cache of one session. A response 401 ends the session: the login page follows. A response 403 means
 * that the user may do less than the console knows, which is read again.
 */
export function PlatformProvider({ url, session, sessions, children }: PlatformProviderProps) {
  const queries = useMemo(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            // Live events state what is stale; a return to the tab fetches again what they may have missed.
            staleTime: 30_000,
            retryDelay: (failures) => RETRY_MS * 2 ** failures,
            retry: (failures, error) => failures < 2 && error instanceof PlatformError && error.retryable,
          },
        },
      }),
    [],
  );
  const content = useMemo(() => {
    const { token } = session;
    const client = createPlatformClient({
      url,
      token,
      source: 'web',
      fetch: async (address, request) => {
        const response = await fetch(address, request);
        if (response.status === 401) sessions.expire(token);
        if (response.status === 403) void queries.invalidateQueries({ queryKey: whoamiQuery(client).queryKey });
        return response;
      },
    });
    return { url, session, sessions, client };
  }, [url, session, sessions, queries]);
  return (
    <PlatformContext value={content}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PlatformContext>
  );
}

export function usePlatform(): PlatformContent {
  const content = useContext(PlatformContext);
  if (content === undefined) throw new Error('usePlatform needs a PlatformProvider above');
  return content;
}

import { createPlatformClient, type PlatformClient, PlatformError } from '@kubemin/client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
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

export interface PlatformProviderProps {
  readonly url: string;
  readonly session: Session;
  readonly sessions: SessionStore;
  readonly children: ReactNode;
}

/** The client and the cache of one session. A response 401 ends the session: the login page follows. */
export function PlatformProvider({ url, session, sessions, children }: PlatformProviderProps) {
  const content = useMemo(
    () => ({ url, session, sessions, client: createPlatformClient({ url, token: session.token, source: 'web' }) }),
    [url, session, sessions],
  );
  const queries = useMemo(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError: (error) => {
            if (error instanceof PlatformError && error.status === 401) sessions.end();
          },
        }),
        defaultOptions: {
          queries: {
            // Live events state what is stale; a return to the tab fetches again what they may have missed.
            staleTime: 30_000,
            retry: (failures, error) => failures < 2 && error instanceof PlatformError && error.retryable,
          },
        },
      }),
    [sessions],
  );
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

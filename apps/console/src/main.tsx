import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { ToastProvider, TooltipProvider } from './kit/index.ts';
import { LanguageProvider } from './language/index.ts';
import { LoginPage } from './pages/login/index.ts';
import { LiveProvider, PlatformProvider, SessionStore } from './platform/index.ts';
import { createConsoleRouter } from './routes.tsx';
import { DockProvider } from './shell/index.ts';
import './styles/tokens.css';
import './styles/base.css';

// The content policy of the page allows no code from texts, which zod would try first.
z.config({ jitless: true });

/** The platform is where the page came from; its <base> is the path below which it is served. */
const base = new URL(document.baseURI);
const url = base.href.replace(/\/+$/, '');

const sessions = new SessionStore({
  url,
  storage: sessionStorage,
  channel: new BroadcastChannel('kubemin.session'),
});
const router = createConsoleRouter(base.pathname);

/** The code of a login link, which is removed from the address at once: a reload or the history must not spend it again. */
function takeLoginCode(): string | undefined {
  const code = /^#login=(.+)$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

function Console({ code }: { readonly code: string | undefined }) {
  const session = useSyncExternalStore(sessions.subscribe, sessions.current);
  const [isReady, setReady] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const begin = async (): Promise<void> => {
      try {
        if (code !== undefined && sessions.current() === undefined) await sessions.logInWithCode(code);
        else await sessions.takeOver();
      } catch (thrown) {
        setError(thrown);
      }
      setReady(true);
    };
    void begin();
  }, [code]);
  if (session === undefined)
    return isReady ? <LoginPage sessions={sessions} error={error} isExpired={sessions.isExpired()} /> : null;
  return (
    <PlatformProvider url={url} session={session} sessions={sessions}>
      <LiveProvider>
        <DockProvider>
          <RouterProvider router={router} />
        </DockProvider>
      </LiveProvider>
    </PlatformProvider>
  );
}

const root = document.getElementById('console');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider storage={localStorage} preferred={navigator.languages}>
        <TooltipProvider>
          <ToastProvider>
            <Console code={takeLoginCode()} />
          </ToastProvider>
        </TooltipProvider>
      </LanguageProvider>
    </StrictMode>,
  );
}

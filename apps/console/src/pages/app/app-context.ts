import type { ApplicationDetail } from '@kubemin/client';
import { createContext, useContext } from 'react';

interface AppContent {
  readonly app: ApplicationDetail;
  /** What the application is called in paths and commands: its name, or its id where names are shared. */
  readonly path: string;
}

export const AppContext = createContext<AppContent | undefined>(undefined);

/** The application of the page. */
export function useApp(): AppContent {
  const content = useContext(AppContext);
  if (content === undefined) throw new Error('useApp needs an AppLayout above');
  return content;
}

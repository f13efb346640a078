import { useStoredPreference } from './stored-preference.ts';

const PROJECT = 'kubemin.project';
const NAMESPACE = 'kubemin.namespace';

/** Which applications lists show: those of one project, of one namespace, or all. */
export interface Scope {
  readonly project: string | undefined;
  readonly namespace: string | undefined;
}

/** Whether an application is in the scope. */
export function isInScope(scope: Scope, app: { readonly project: string; readonly namespace: string }): boolean {
  const { project = app.project, namespace = app.namespace } = scope;
  return project === app.project && namespace === app.namespace;
}

/** The scope that the user chose in the top bar. Applications without a project have the project ``. */
export function useScope(): readonly [Scope, (change: Partial<Scope>) => void] {
  const [project, setProject] = useStoredPreference(PROJECT);
  const [namespace, setNamespace] = useStoredPreference(NAMESPACE);
  const change = (next: Partial<Scope>): void => {
    if ('project' in next) setProject(next.project);
    if ('namespace' in next) setNamespace(next.namespace);
  };
  return [{ project: project ?? undefined, namespace: namespace ?? undefined }, change];
}

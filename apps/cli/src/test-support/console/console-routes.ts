/** What the addresses of the console name. */
export interface RouteSubjects {
  readonly app: string;
  readonly component: string;
  readonly template: string;
  /** The number of a run. */
  readonly run: number;
  readonly node: string;
  /** A Secret in the cluster. */
  readonly secret: string;
}

/** Every page of the console that a user can go to, with what is chosen on it by the address. */
export function consoleRoutes({ app, component, template, run, node, secret }: RouteSubjects): readonly string[] {
  const below = (root: string, ...paths: readonly string[]) => [root, ...paths.map((path) => `${root}${path}`)];
  return [
    ...below('/apps', '?show=attention'),
    ...below('/apps/new', '?from=image', '?from=import', '?from=template', `?from=template&template=${template}`),
    ...below(
      `/apps/${app}`,
      `/canvas?component=${component}`,
      '/canvas?view=outline',
      '/canvas?view=code',
      '/plan',
      '/runs',
      '/pods',
      '/logs',
      '/events',
      '/revisions',
      '/revisions?rev=1&with=2',
      '/metrics',
      '/settings',
    ),
    ...below('/runs', `?app=${app}`),
    ...below(`/runs/${run}`, '/canvas', '/jobs', '/logs', '/events', '/input'),
    '/functions',
    ...below('/templates', `/${template}`),
    ...below('/metrics', '/queue'),
    ...below(
      '/cluster',
      '/nodes',
      `/nodes/${node}`,
      '/pods',
      '/services',
      '/namespaces',
      '/events',
      '/objects',
      `/objects/secrets/${secret}?namespace=default`,
    ),
    ...below(
      '/settings',
      ...['/tokens', '/members', '/projects', '/clusters', '/profiles', '/registries'],
      ...['/notifications', '/audit', '/plugins', '/about'],
    ),
    '/apps/absent',
    '/settings/absent',
  ];
}

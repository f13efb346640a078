import type { PlatformClient } from '@kubemin/client';
import type { Candidate, NameKind } from '../../command/index.ts';
import { readSavedPlatforms } from '../../connection/index.ts';
import { type CommandContext, configDirectory } from '../../terminal/index.ts';
import { type NameCache, nameCache } from './name-cache.ts';

/** The user waits for the completion. */
const BUDGET_MS = 300;
/** Names that are older than this are asked for again. */
const FRESH_MS = 10_000;

/** Which names to find. */
export interface NamesWanted {
  readonly kind: NameKind;
  readonly app: string | undefined;
}

type RemoteKind = Exclude<NameKind, 'context'>;

/** Current names from the platform; cached ones if it does not respond before the deadline; none on any error. */
export async function liveNames(context: CommandContext, wanted: NamesWanted): Promise<readonly Candidate[]> {
  const { kind, app } = wanted;
  if (kind === 'context') return contextNames(context);
  const key = JSON.stringify([kind, app ?? '', context.dataDir ?? '', context.contextName ?? '']);
  const cache = nameCache(context);
  const kept = await cache.read(key);
  if (kept !== undefined && kept.ageMs < FRESH_MS) return kept.candidates;
  try {
    return await asked(context, { kind, app }, { cache, key });
  } catch {
    return kept?.candidates ?? [];
  }
}

async function asked(
  context: CommandContext,
  { kind, app }: { readonly kind: RemoteKind; readonly app: string | undefined },
  { cache, key }: { readonly cache: NameCache; readonly key: string },
): Promise<readonly Candidate[]> {
  const { connect } = await import('../../connection/index.ts');
  const { client } = await connect(context);
  const candidates = await FINDERS[kind](client, app, AbortSignal.timeout(BUDGET_MS));
  await cache.write(key, candidates);
  return candidates;
}

type Finder = (client: PlatformClient, app: string | undefined, signal: AbortSignal) => Promise<readonly Candidate[]>;

const FINDERS: Readonly<Record<RemoteKind, Finder>> = {
  app: applicationNames,
  run: async (client, _app, signal) => {
    const [apps, { tasks }] = await Promise.all([
      applicationNames(client, undefined, signal),
      client.listRuns({ limit: 20 }, { signal }),
    ]);
    const runs = tasks.map(({ number, appName, status }) => ({ text: String(number), about: `${appName}, ${status}` }));
    return [...apps, ...runs];
  },
  cluster: async (client, _app, signal) => {
    const { clusters } = await client.listClusters({ signal });
    return clusters.map(({ name, status }) => ({ text: name, about: status }));
  },
  project: async (client, _app, signal) => {
    const { projects } = await client.listProjects({ signal });
    return projects.map(({ name, namespaces }) => ({ text: name, about: namespaces.join(' ') }));
  },
  component: async (client, app, signal) => {
    if (app === undefined) return [];
    const { applications } = await client.listApplications({ name: app, limit: 1 }, { signal });
    const [found] = applications;
    const { components } = await client.listComponents(found?.id ?? app, {}, { signal });
    return components.map(({ name, type }) => ({ text: name, about: type }));
  },
};

async function applicationNames(
  client: PlatformClient,
  _app: string | undefined,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { applications } = await client.listApplications({ limit: 200 }, { signal });
  return applications.map(({ name, health }) => ({ text: name, about: health.phase }));
}

async function contextNames(context: CommandContext): Promise<readonly Candidate[]> {
  try {
    const platforms = await readSavedPlatforms(configDirectory(context));
    return platforms.map((each) => ({ text: each.name, about: each.kind === 'address' ? each.url : each.dataDir }));
  } catch {
    return [];
  }
}

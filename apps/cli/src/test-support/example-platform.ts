import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { eventually } from '@kubemin/testing';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from './kubemin-home.ts';
import { slowApplication, slowFor } from './slow-application.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples');

const COMPOSE = 'services:\n  web:\n    image: nginx:1.27\n    ports: ["8080:80"]\n';

const MINIK8S_POD =
  'kind: pod\nmetaData: { name: web, nameSpace: trial }\nspec: { containers: [{ name: Web, image: { imgName: web } }] }\n';

const FIRST_OBJECTS =
  'apiVersion: catalog.minik8s.io/v1\nkind: Catalog\nmetadata: { name: research }\nspec: { title: Research }\n';

/** A directory as examples find it: the project's examples, a document of its own, a platform if they need one. */
export class ExamplePlatform {
  readonly home: KubeminHome;

  private constructor(home: KubeminHome) {
    this.home = home;
  }

  /** A platform that examples stop has a process of its own. */
  static async create(
    needs: 'nothing' | 'document' | 'platform' | 'demo',
    { stoppable = false } = {},
  ): Promise<ExamplePlatform> {
    const platform = new ExamplePlatform(await KubeminHome.create());
    const { home } = platform;
    await cp(EXAMPLES, home.at('examples'), { recursive: true });
    await writeFile(home.at('compose.yaml'), COMPOSE);
    await writeFile(home.at('minik8s-pod.yaml'), MINIK8S_POD);
    await writeFile(home.at('first-objects.yaml'), FIRST_OBJECTS);
    await writeFile(home.at('passphrase.txt'), 'correct horse battery staple\n');
    if (needs === 'nothing') return platform;
    const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };
    // JSON is YAML. In the namespace of the demo the name of its component is taken.
    await writeFile(home.at('kubemin.yaml'), JSON.stringify({ name: 'shop', namespace: 'shop', component: [web] }));
    if (needs === 'document') return platform;
    const flags = needs === 'demo' ? ['--demo'] : [];
    await (stoppable ? home.upProcess(...flags) : home.up(...flags));
    await cp(dataDirectory(home.at()).kubeconfig, home.at('kubeconfig'));
    return platform;
  }

  /** Brings about what some commands are for. */
  async prepare(command: string): Promise<void> {
    await SITUATIONS[command]?.(await this.#client());
  }

  async #client(): Promise<PlatformClient> {
    const directory = dataDirectory(this.home.at());
    const endpoints = await readEndpoints(directory.endpoints);
    if (endpoints === undefined) throw new Error('the platform has not written its endpoints');
    const token = (await readFile(directory.adminToken, 'utf8')).trim();
    return createPlatformClient({ url: endpoints.platform, token });
  }
}

const SITUATIONS: Readonly<Record<string, (client: PlatformClient) => Promise<void>>> = {
  // However slow the machine is, the run is under way when it is cancelled.
  'run cancel': async (client) => void (await start(client, { ...slowFor('10m'), namespace: 'slow' })),
  'run approve': asking,
  'run reject': asking,
  'run retry': async (client) => {
    const { appId, taskId } = await start(client, renamed('cancelled'));
    await client.cancelWorkflow(appId, { taskId });
    await eventually(() => client.taskStatus(taskId), { until: ({ status }) => status === 'cancelled' });
  },
};

/** The same under names of its own, so that both can be there. */
function renamed(name: string): object {
  const own = (component: string): string => `${name}-${component}`;
  return {
    name,
    component: slowApplication.component.map((each) => ({ ...each, name: own(each.name) })),
    workflow: slowApplication.workflow.map(({ components }) => ({
      name: components.map(own).join('-'),
      components: components.map(own),
    })),
  };
}

async function asking(client: PlatformClient): Promise<void> {
  const ask = { name: 'ask', type: 'approval', properties: { message: 'Ship it?' } };
  const { taskId } = await start(client, { name: 'asking', component: [], workflow: [ask] });
  await eventually(() => client.taskStatus(taskId), {
    until: ({ jobs }) => jobs.some(({ approval, status }) => approval !== undefined && status === 'running'),
  });
}

async function start(client: PlatformClient, document: object) {
  const { id: appId } = await client.saveApplication({ text: JSON.stringify(document), format: 'json' });
  const { taskId } = await client.execWorkflow(appId);
  return { appId, taskId };
}

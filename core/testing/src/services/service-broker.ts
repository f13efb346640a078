import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { toError } from '@kubemin/base';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type ServiceName, testServices } from './builtin-services.ts';
import type { TestService } from './test-service.ts';

/** Shares one service of each kind among all test files of a run. */
export interface ServiceBroker {
  /** Where `sharedService` asks. */
  readonly path: string;
  close(): Promise<void>;
}

/** Starts nothing but itself: a service comes up when the first test asks for it, and goes with the broker. */
export async function startServiceBroker(): Promise<ServiceBroker> {
  const directory = await temporaryDirectory();
  const started = new Map<string, Promise<TestService>>();
  const path = join(directory.path, 'broker');
  const startedUrl = async (name: string): Promise<string> => {
    if (!isServiceName(name)) throw new Error(`there is no test service called ${name}`);
    const service = started.get(name) ?? testServices[name].start();
    started.set(name, service);
    return (await service).url;
  };
  const server = createServer((socket) => respond(socket, startedUrl));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      const services = await Promise.allSettled(started.values());
      await Promise.all(services.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
      await directory.remove();
    },
  };
}

/** Reads the name of a service, writes its URL or what went wrong. */
function respond(socket: Socket, startedUrl: (name: string) => Promise<string>): void {
  socket.on('error', () => socket.destroy());
  createInterface(socket).once('line', (name) => {
    startedUrl(name).then(
      (url) => socket.end(JSON.stringify({ url })),
      (thrown: unknown) => socket.end(JSON.stringify({ error: toError(thrown).message })),
    );
  });
}

function isServiceName(name: string): name is ServiceName {
  return name in testServices;
}

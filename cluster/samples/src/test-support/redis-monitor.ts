import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually, type TestService } from '@kubemin/testing';
import { withRedis } from './redis-contents.ts';

/** A command that a server received. */
export interface MonitoredCommand {
  readonly database: number;
  /** In upper case. */
  readonly name: string;
  /** Its first argument in quotes, escaped as Redis does; empty when it has none. */
  readonly key: string;
}

const LINE = /^\+?[\d.]+ \[(\d+) [^\]]*\] "([^"]+)"(?: ("(?:[^"\\]|\\.)*"))?/;

/** Records every command that a server receives, in order. */
export class RedisMonitor {
  readonly commands: MonitoredCommand[] = [];
  /** Called with each command. */
  onCommand: (command: MonitoredCommand) => void = () => undefined;
  readonly #service: TestService;
  readonly #socket: Socket;
  #marks = 0;

  private constructor(service: TestService, socket: Socket) {
    this.#service = service;
    this.#socket = socket;
    createInterface({ input: socket }).on('line', (line) => this.#readLine(line));
  }

  static async start(service: TestService): Promise<RedisMonitor> {
    const monitor = new RedisMonitor(service, connect(service.port, service.host));
    monitor.#socket.write('MONITOR\r\n');
    await monitor.catchUp();
    return monitor;
  }

  /** Resolves when all earlier commands have been recorded. */
  async catchUp(): Promise<void> {
    this.#marks += 1;
    const mark = `mark-${this.#marks}`;
    await eventually(async () => {
      await withRedis(this.#service, 0, (client) => client.echo(mark));
      return this.commands.some(({ name, key }) => name === 'ECHO' && key === `"${mark}"`);
    });
  }

  /** How often each key was used in a command, by `database key`. */
  countKeys(command: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { name, database, key } of this.commands) {
      if (name === command) counts.set(`${database} ${key}`, (counts.get(`${database} ${key}`) ?? 0) + 1);
    }
    return counts;
  }

  close(): void {
    this.#socket.destroy();
  }

  #readLine(line: string): void {
    const [, database, name, key = ''] = LINE.exec(line) ?? [];
    if (database === undefined || name === undefined) return;
    const command = { database: Number(database), name: name.toUpperCase(), key };
    this.commands.push(command);
    this.onCommand(command);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Pending {
  readonly resolve: (output: string) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * A client of a tmux server in control mode: commands go to one process, whose replies are blocks of lines. Tests look at
 * their screens hundreds of times, and a process for each look took more than what they test.
 */
export class TmuxControl {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  /** One for each block that is to come, in this order. */
  readonly #pending: Pending[] = [];
  /** What ends the block that is being read, and its lines so far. */
  #block: { readonly id: string; readonly lines: string[] } | undefined;

  private constructor(socket: string) {
    this.#child = spawn('tmux', ['-L', socket, '-u', '-C', 'attach'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#closed = once(this.#child, 'close').then(() => {
      for (const { reject } of this.#pending.splice(0)) reject(new Error('tmux has ended'));
    });
    // A command for a server that has ended: its reply is that.
    this.#child.stdin?.on('error', () => undefined);
    if (this.#child.stdout) createInterface(this.#child.stdout).on('line', (line) => this.#read(line));
  }

  /** Attaches to the only session of a server. */
  static async attach(socket: string): Promise<TmuxControl> {
    const control = new TmuxControl(socket);
    await control.#reply();
    return control;
  }

  /** Runs one command of tmux and returns what it prints. */
  async run(...words: readonly string[]): Promise<string> {
    if (words.some((word) => word.includes('\n'))) throw new Error('a command of tmux is one line');
    const reply = this.#reply();
    this.#child.stdin?.write(`${words.map(quoted).join(' ')}\n`);
    return reply;
  }

  /** Ends the server with all that runs in it. */
  async end(): Promise<void> {
    this.#child.stdin?.write('kill-server\n');
    await this.#closed;
  }

  #reply(): Promise<string> {
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  #read(line: string): void {
    const [, kind = '', id = ''] = /^%(begin|end|error) (\d+ \d+) \d+$/.exec(line) ?? [];
    if (this.#block === undefined) {
      // Everything else between blocks is news of the session.
      if (kind === 'begin') this.#block = { id, lines: [] };
      return;
    }
    if (kind === '' || kind === 'begin' || id !== this.#block.id) {
      this.#block.lines.push(line);
      return;
    }
    const output = this.#block.lines.join('\n');
    this.#block = undefined;
    const pending = this.#pending.shift();
    if (kind === 'end') pending?.resolve(output);
    else pending?.reject(new Error(`tmux: ${output}`));
  }
}

/** A word as a shell, or tmux, takes it apart again. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

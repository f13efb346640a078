import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { eventually } from '@kubemin/testing';
import { quoted, TmuxControl } from './tmux-control.ts';

const run = promisify(execFile);

/** Why tests that need a pseudo-terminal cannot run here, in words for the summary; undefined when they can. */
export async function missingPty(): Promise<string | undefined> {
  try {
    await run('tmux', ['-V']);
    return undefined;
  } catch {
    return 'there is no tmux on this machine; the Debian package tmux has it';
  }
}

/** What runs in a pseudo-terminal, and how that looks. */
export interface PtyOptions {
  readonly cwd: string;
  /** @default 80 */
  readonly columns?: number;
  /** @default 24 */
  readonly rows?: number;
  /** All the program sees beside PATH, HOME, TERM and where compiled sources are stored. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The keys that have no character, by the names tmux has for them. */
export type PtyKey =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Space'
  | 'Up'
  | 'Down'
  | 'Left'
  | 'Right'
  | 'BSpace'
  | 'C-c'
  | 'C-p'
  | 'C-q'
  | 'C-u';

/** A program in a real pseudo-terminal: what is typed reaches it as from a keyboard, what it draws is read off a screen. */
export class Pty {
  readonly #tmux: TmuxControl;

  private constructor(tmux: TmuxControl) {
    this.#tmux = tmux;
  }

  static async start(command: readonly string[], options: PtyOptions): Promise<Pty> {
    const { cwd, columns = 80, rows = 24, env = {} } = options;
    const socket = `kubemin-test-${randomUUID()}`;
    const terminal = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };
    const { PATH = '', NODE_COMPILE_CACHE } = process.env;
    const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
    const seen = { PATH, HOME: cwd, KUBEMIN_COMMAND: 'kubemin', ...compiled, ...terminal, ...env };
    const program = [...Object.entries(seen).map(([name, value]) => `${name}=${value}`), ...command];
    const line = ['env', '-i', ...program].map(quoted).join(' ');
    await run('tmux', [
      ...['-L', socket, '-f', '/dev/null', '-u'],
      ...['new-session', '-d', '-c', cwd, '-x', String(columns), '-y', String(rows)],
      // What was drawn stays to be read after the program has ended, and so does its exit code.
      `${line}; tmux set -p @exit-code $?; exec cat`,
    ]);
    return new Pty(await TmuxControl.attach(socket));
  }

  /** Types a text, character by character. */
  async type(text: string): Promise<void> {
    await this.#tmux.run('send-keys', '-l', '--', text);
  }

  async press(...keys: readonly PtyKey[]): Promise<void> {
    await this.#tmux.run('send-keys', ...keys);
  }

  /** What stands on the screen, without the blank end of each line. */
  async screen(): Promise<string> {
    const text = await this.#tmux.run('capture-pane', '-p');
    return text.replaceAll(/[ \t]+$/gm, '').trimEnd();
  }

  /** The same with the sequences that colour it. */
  coloured(): Promise<string> {
    return this.#tmux.run('capture-pane', '-p', '-e');
  }

  /** Everything that was drawn, what has scrolled away included, with lines the terminal broke put together. */
  async history(): Promise<string> {
    return (await this.#tmux.run('capture-pane', '-p', '-J', '-S', '-')).trimEnd();
  }

  /** Waits until the screen shows a text, and returns the screen. */
  async until(text: string | RegExp): Promise<string> {
    const shows = (screen: string) => (typeof text === 'string' ? screen.includes(text) : text.test(screen));
    try {
      return await eventually(() => this.screen(), { until: shows });
    } catch (cause) {
      throw new Error(`the screen never showed ${text}:\n${await this.screen()}`, { cause });
    }
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux.run('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Waits for the program's end. */
  async exitCode(): Promise<number> {
    const code = await eventually(() => this.#tmux.run('show', '-p', '-qv', '@exit-code'));
    return Number(code);
  }

  /** Whether the terminal hands keys over unprocessed. */
  async isRaw(): Promise<boolean> {
    const tty = (await this.#tmux.run('display-message', '-p', '#{pane_tty}')).trim();
    const { stdout } = await run('stty', ['-F', tty, '-a']);
    return stdout.includes('-icanon');
  }

  async end(): Promise<void> {
    await this.#tmux.end();
  }
}

/** Types a reply to the question on the screen and waits until it is accepted. */
export async function replyTo(pty: Pty, question: string, text: string): Promise<void> {
  await pty.until(`? ${question}`);
  await pty.type(text);
  await pty.press('Enter');
  await pty.until(`✓ ${question}`);
}

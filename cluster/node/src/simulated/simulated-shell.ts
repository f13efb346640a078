import { Writable } from 'node:stream';
import type { ContainerStreams, TerminalSize } from '@kubemin/kubeapi/stream';

const INTERRUPT = '\u0003';
const END = '\u0004';
const ERASE = ['\u007f', '\b'];
const ERASE_LINE = '\u0015';

/** Where a line is typed. */
export interface TypedLine {
  readonly streams: ContainerStreams;
  readonly size: TerminalSize | undefined;
  /** What the line before it ended with. */
  readonly code: number;
}

/** Runs a line; returns its exit code, and whether it ends the shell. */
export type LineRunner = (line: string, typed: TypedLine) => Promise<{ readonly code: number; readonly ends: boolean }>;

/** Reads lines and runs them, until the input ends or a line is `exit`. At a terminal it echoes, as there is no line discipline. */
export async function runShell(streams: ContainerStreams, run: LineRunner): Promise<number> {
  return new SimulatedShell(streams, run).run();
}

class SimulatedShell {
  readonly #streams: ContainerStreams;
  readonly #run: LineRunner;
  #size: TerminalSize | undefined;
  #line: string[] = [];
  #code = 0;

  constructor(streams: ContainerStreams, run: LineRunner) {
    this.#streams = streams;
    this.#run = run;
  }

  async run(): Promise<number> {
    void this.#watchSize();
    this.#write('This container is simulated: nothing runs here, and few commands are known.\n$ ');
    for await (const chunk of this.#streams.stdin ?? []) {
      for (const character of String(chunk)) {
        const exit = await this.#take(character);
        if (exit !== undefined) return exit;
      }
    }
    await this.#execute();
    return this.#code;
  }

  get #tty(): boolean {
    return this.#streams.resize !== undefined;
  }

  /** The exit code, where this was the end. */
  async #take(character: string): Promise<number | undefined> {
    if (character === '\r' || character === '\n') return this.#enter();
    if (!this.#tty) this.#line.push(character);
    else if (character === END) return this.#line.length === 0 ? this.#code : undefined;
    else if (character === INTERRUPT) this.#begin('^C\n');
    else if (character === ERASE_LINE) this.#write(this.#line.splice(0).map(eraseSequence).join(''));
    else if (ERASE.includes(character)) this.#write(this.#line.splice(-1).map(eraseSequence).join(''));
    else if (character >= ' ') {
      this.#line.push(character);
      this.#write(character);
    }
    return undefined;
  }

  async #enter(): Promise<number | undefined> {
    this.#write('\n');
    if (await this.#execute()) return this.#code;
    this.#begin('');
    return undefined;
  }

  #begin(after: string): void {
    this.#line = [];
    this.#write(`${after}$ `);
  }

  /** Whether that was the end. */
  async #execute(): Promise<boolean> {
    const line = this.#line.join('');
    if (line.trim() === '') return false;
    const { stdout } = this.#streams;
    // What commands write goes through the terminal, too.
    const streams = this.#tty ? { ...(stdout && { stdout: this.#terminal() }) } : this.#streams;
    const { code, ends } = await this.#run(line, { streams, size: this.#size, code: this.#code });
    this.#code = code;
    return ends;
  }

  #terminal(): Writable {
    return new Writable({
      write: (bytes: Uint8Array, _encoding, done) => {
        this.#write(Buffer.from(bytes).toString());
        done();
      },
    });
  }

  #write(text: string): void {
    if (this.#tty) this.#streams.stdout?.write(text.replaceAll('\n', '\r\n'));
  }

  async #watchSize(): Promise<void> {
    for await (const size of this.#streams.resize ?? []) this.#size = size;
  }
}

function eraseSequence(): string {
  return '\b \b';
}

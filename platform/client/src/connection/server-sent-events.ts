/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** The last id the stream has set; '' before the first. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads a `text/event-stream` that arrives in pieces cut anywhere. An event counts only once its blank line has come. */
export class ServerSentEventParser {
  #rest = '';
  #started = false;
  #id = '';
  #event = '';
  #data: string[] = [];

  /** The events completed by this piece. */
  push(piece: string): readonly ServerSentEvent[] {
    let text = this.#rest + piece;
    if (!this.#started && text.length > 0) {
      this.#started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    const events: ServerSentEvent[] = [];
    let start = 0;
    for (;;) {
      const end = nextLineEnd(text, start);
      if (end === undefined) break;
      const completed = this.#line(text.slice(start, end.at));
      if (completed !== undefined) events.push(completed);
      start = end.next;
    }
    this.#rest = text.slice(start);
    return events;
  }

  #line(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #dispatch(): ServerSentEvent | undefined {
    const data = this.#data;
    const event = this.#event === '' ? 'message' : this.#event;
    this.#data = [];
    this.#event = '';
    return data.length === 0 ? undefined : { id: this.#id, event, data: data.join('\n') };
  }
}

/** A CR at the very end may be half of a CRLF, so it waits for the next piece. */
function nextLineEnd(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return { at, next: at + 1 };
    if (character !== '\r') continue;
    if (at + 1 === text.length) return undefined;
    return { at, next: text[at + 1] === '\n' ? at + 2 : at + 1 };
  }
  return undefined;
}
